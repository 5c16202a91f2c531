/** Marks the links that name a page's scripts, in the order in which they run (pages/_document.tsx). */
export const SCRIPT_LINK = 'data-script'

/**
 * Runs inline in <head>: has the page's scripts run once its HTML is painted. A browser runs deferred scripts as soon as it has them,
 * which from its cache is before the first paint. A hidden tab paints nothing, so there they run at once.
 */
export const scriptsAfterPaint = `(function(d){function run(){d.querySelectorAll('link[${SCRIPT_LINK}]').forEach(function(l){var s=d.createElement('script');s.src=l.getAttribute('href');s.async=false;d.head.append(s)})}d.addEventListener('DOMContentLoaded',function(){if(d.hidden)return run();requestAnimationFrame(function(){var c=new MessageChannel;c.port1.onmessage=run;c.port2.postMessage(0)})},{once:true})})(document)`
