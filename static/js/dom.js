// @ts-check
/**
 * The smallest virtual DOM that does what the table needs: keyed nodes that survive a re-render (and with them
 * focus, scroll positions and running animations), text only through text nodes, styles only through the CSSOM.
 *
 * @typedef {string | number | VNode | null | undefined | false} Child
 * @typedef {Child | Child[] | (Child | Child[])[] | (Child | Child[] | (Child | Child[])[])[]} Children
 * @typedef {{
 *   key?: string, class?: string, memo?: string,
 *   on?: Record<string, (event: any) => void>,
 *   vars?: Record<string, string | number>,
 *   props?: Record<string, unknown>,
 *   hook?: (element: any) => void,
 *   [attribute: string]: unknown
 * }} Props
 * @typedef {{ tag: string, key: string | null, props: Props, children: Child[], text?: string }} VNode
 */

const SVG = "http://www.w3.org/2000/svg";
const OWN = new Set(["key", "class", "memo", "on", "vars", "props", "hook"]);

/** What a node was last rendered from. @type {WeakMap<Node, VNode>} */
const rendered = new WeakMap();

/**
 * Describe an element. `on` are event handlers, `vars` CSS custom properties, `props` DOM properties that are not
 * attributes, `memo` a string that stands for the whole subtree: while it stays the same the subtree is left alone.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const own = props ?? {};
  return { tag, key: own.key ?? null, props: own, children: /** @type {Child[]} */ (children.flat(Infinity)) };
}

/** @param {Child} child @returns {VNode | null} */
function normal(child) {
  if (child === null || child === undefined || child === false) return null;
  if (typeof child === "object") return child;
  return { tag: "#text", key: null, props: {}, children: [], text: String(child) };
}

/** @param {VNode} vnode @param {string | null} namespace @returns {Node} */
function create(vnode, namespace) {
  if (vnode.tag === "#text") {
    const text = document.createTextNode(vnode.text ?? "");
    rendered.set(text, vnode);
    return text;
  }
  const space = vnode.tag === "svg" ? SVG : namespace;
  const element = space ? document.createElementNS(space, vnode.tag) : document.createElement(vnode.tag);
  update(element, vnode, null);
  return element;
}

/** One listener per event type and element; the handler of the newest render is looked up when it fires. @this {Element} @param {Event} event */
function dispatch(event) {
  const handler = rendered.get(/** @type {Node} */ (/** @type {unknown} */ (this)))?.props.on?.[event.type];
  if (handler) handler(event);
}

/** @param {Element} element @param {Props} next @param {Props} last */
function setProps(element, next, last) {
  if (next.class !== last.class) {
    if (next.class) element.setAttribute("class", next.class);
    else element.removeAttribute("class");
  }
  for (const name of Object.keys(last)) {
    if (!OWN.has(name) && !(name in next)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(next)) {
    if (OWN.has(name) || value === last[name]) continue;
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  const style = /** @type {HTMLElement} */ (element).style;
  for (const [name, value] of Object.entries(next.vars ?? {})) {
    if (last.vars?.[name] !== value) style.setProperty(name, String(value));
  }
  for (const [name, value] of Object.entries(next.props ?? {})) {
    if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value;
  }
  for (const type of Object.keys(next.on ?? {})) {
    if (!last.on?.[type]) element.addEventListener(type, dispatch);
  }
}

/** @param {Element} element @param {VNode} vnode @param {VNode | null} last */
function update(element, vnode, last) {
  rendered.set(element, vnode);
  setProps(element, vnode.props, last?.props ?? {});
  const same = vnode.props.memo !== undefined && vnode.props.memo === last?.props.memo;
  if (!same) patch(element, vnode.children);
  vnode.props.hook?.(element);
}

/** @param {Node} parent @param {Node} node @param {Node | null} before */
function place(parent, node, before) {
  const host = /** @type {any} */ (parent);
  if (node.parentNode === parent && parent.isConnected && host.moveBefore) {
    host.moveBefore(node, before);
    return;
  }
  const focused = node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  parent.insertBefore(node, before);
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

/**
 * Make the children of `parent` what `children` says, keeping every node that is still wanted.
 *
 * @param {Element} parent
 * @param {Children[]} children
 */
export function patch(parent, children) {
  const wanted = /** @type {VNode[]} */ (/** @type {Child[]} */ (children.flat(Infinity)).map(normal).filter(Boolean));
  const namespace = parent.namespaceURI === SVG ? SVG : null;
  /** @type {Map<string, Node>} */
  const old = new Map();
  const counts = new Map();
  const name = (/** @type {VNode} */ vnode) => {
    if (vnode.key !== null) return `k:${vnode.tag}:${vnode.key}`;
    const n = counts.get(vnode.tag) ?? 0;
    counts.set(vnode.tag, n + 1);
    return `n:${vnode.tag}:${n}`;
  };
  for (const node of [...parent.childNodes]) {
    const vnode = rendered.get(node);
    if (vnode) old.set(name(vnode), node);
    else node.remove();
  }
  counts.clear();
  const nodes = wanted.map((vnode) => {
    const id = name(vnode);
    const node = old.get(id);
    if (!node) return create(vnode, namespace);
    old.delete(id);
    const last = rendered.get(node) ?? null;
    if (vnode.tag === "#text") {
      rendered.set(node, vnode);
      if (node.nodeValue !== vnode.text) node.nodeValue = vnode.text ?? "";
    } else if (last !== vnode) {
      update(/** @type {Element} */ (node), vnode, last);
    }
    return node;
  });
  for (const node of old.values()) /** @type {ChildNode} */ (node).remove();
  let cursor = parent.firstChild;
  for (const node of nodes) {
    if (node === cursor) cursor = cursor.nextSibling;
    else place(parent, node, cursor);
  }
}

/** A class list from a mix of names and conditions. @param {...(string | false | null | undefined)} names */
export function cls(...names) {
  return names.filter(Boolean).join(" ");
}
