// @ts-check
/**
 * One state for the page, and one render per animation frame however many messages came in between.
 *
 * @template S
 * @param {S} initial
 * @param {(state: S) => void} render
 */
export function createStore(initial, render) {
  let state = initial;
  let scheduled = false;
  /** @type {((next: S, last: S) => void)[]} */
  const watchers = [];

  function draw() {
    scheduled = false;
    render(state);
  }

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(draw);
  }

  return {
    get: () => state,

    /** Change part of the state; watchers hear of it at once, the page at the next frame. @param {Partial<S>} change */
    update(change) {
      const last = state;
      state = { ...state, ...change };
      for (const watcher of watchers) watcher(state, last);
      schedule();
    },

    /** Draw again without a change (the window was resized, a clock ticked). */
    schedule,

    /** For what must not wait for a frame, which a hidden page never gets: title, sounds, notifications. @param {(next: S, last: S) => void} watcher */
    watch(watcher) {
      watchers.push(watcher);
    },
  };
}
