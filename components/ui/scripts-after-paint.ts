/** Name of the meta elements that hold the addresses of a page's scripts, in the order in which they run (pages/_document.tsx). */
export const SCRIPT_META = 'script'

/**
 * Runs inline in <head>: has the page's scripts fetched and run once its HTML is painted. A browser runs deferred scripts as soon as it
 * has them, which from its cache is before the first paint. A hidden tab paints nothing, so there they run at once.
 */
export const scriptsAfterPaint = `(function(d){function run(){d.querySelectorAll('meta[name=${SCRIPT_META}]').forEach(function(m){var s=d.createElement('script');s.src=m.content;s.async=false;d.head.append(s)})}d.addEventListener('DOMContentLoaded',function(){if(d.hidden)return run();requestAnimationFrame(function(){var c=new MessageChannel;c.port1.onmessage=run;c.port2.postMessage(0)})},{once:true})})(document)`
