/** Name of the meta elements that hold the addresses of a page's scripts, in the order in which they run (pages/_document.tsx). */
export const SCRIPT_META = 'script'

/**
 * Runs inline in <head>: has the page's scripts fetched and run once its HTML is on the screen. A browser runs deferred scripts as soon
 * as it has them, which from its cache is before the first paint. A frame is drawn on other threads than the page's, which fetching and
 * compiling the scripts would take the processor from: hence the paint's entry (W3C Paint Timing), not the next frame. A hidden tab
 * paints nothing, so there they run at once. The lines are joined into one, so each statement ends in a semicolon.
 */
export const scriptsAfterPaint = `(function () {
  var isRun = false;
  function run() {
    if (isRun) return;
    isRun = true;
    document.querySelectorAll('meta[name=${SCRIPT_META}]').forEach(function (meta) {
      var script = document.createElement('script');
      script.src = meta.content;
      script.async = false;
      document.head.append(script);
    });
  }
  document.addEventListener('DOMContentLoaded', function () {
    if (document.hidden) return run();
    document.addEventListener('visibilitychange', run, { once: true });
    new PerformanceObserver(function () { run(); }).observe({ type: 'paint', buffered: true });
  }, { once: true });
})()`.replaceAll(/\n\s*/g, '')
