// Gets a page what Python needs: memory that workers share, which a browser grants to isolated pages alone.

/**
 * Return {why, offline}: why Python can't be started here, and why the site can't be kept for later; "" if it can.
 * It may load the page once more, which is isolated then.
 */
export async function isolate() {
  if (location.protocol === "file:") {
    return { why: "This page was opened as a file. Python needs a web server: ask your instructor for the address.", offline: "" };
  }
  const offline = await keepSite();
  if (crossOriginIsolated) {
    if (history.state?.again) history.replaceState(null, "");
    return { why: "", offline };
  }
  if (!offline && !history.state?.again) {
    history.replaceState({ again: true }, "");
    location.reload();
    await new Promise(() => {}); // until it is loaded again
  }
  const why = isSecureContext
    ? "This browser does not isolate the page, so Python can't run in it: try a window that is not private, or another browser."
    : "Python runs on pages that begin with https:// alone: change the address, or ask your instructor to.";
  return { why, offline: "" };
}

/** Let a service worker keep the site; return why that can't be, "" if it can. */
export async function keepSite() {
  try {
    await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    return "";
  } catch {
    return "This browser refuses to keep the site, so it starts slowly each time, and not offline: is this a private window?";
  }
}
