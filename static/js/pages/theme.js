// Sets the reader's chosen theme before the first paint. A classic script on purpose: a module would run too late.
(() => {
  try {
    const theme = localStorage.getItem("kibitz.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // storage may be forbidden: the system's scheme stands
  }
})();
