// @ts-check
/** Marks what can be scrolled further down with `data-more`: a scroll bar that hides itself tells nobody. */

const NEARLY = 8; // pixels that are not worth a sign

/** @type {WeakSet<Element>} */
const known = new WeakSet();
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)));

/** @param {Element} element */
function mark(element) {
  element.toggleAttribute("data-more", element.scrollHeight - element.clientHeight - element.scrollTop > NEARLY);
}

/** For the `hook` of an element that scrolls. @param {Element} element */
export function tellMore(element) {
  if (!known.has(element)) {
    known.add(element);
    sizes.observe(element);
    element.addEventListener("scroll", () => mark(element), { passive: true });
    element.addEventListener("toggle", () => mark(element), true); // something inside was opened
  }
  queueMicrotask(() => mark(element));
}
