/** Name of the meta elements that hold the addresses of a page's scripts, in the order in which they run (pages/_document.tsx). */
export const SCRIPT_META = 'script'

/**
 * Runs inline in <head>: has the page's scripts fetched and run once its HTML is on the screen. A browser runs deferred scripts as soon
 * as it has them, which from its cache is before the first paint. A frame is drawn on other threads than the page's, which fetching and
 * compiling the scripts would take the processor from: hence the paint's entry (W3C Paint Timing), not the next frame. A hidden tab
 * paints nothing, so there they run at once.
 */
export const scriptsAfterPaint = `(function(d,ran){function run(){if(ran)return;ran=1;d.querySelectorAll('meta[name=${SCRIPT_META}]').forEach(function(m){var s=d.createElement('script');s.src=m.content;s.async=false;d.head.append(s)})}d.addEventListener('DOMContentLoaded',function(){if(d.hidden)return run();d.addEventListener('visibilitychange',run,{once:true});new PerformanceObserver(function(){run()}).observe({type:'paint',buffered:true})},{once:true})})(document)`
