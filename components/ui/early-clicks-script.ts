import { READY } from './early-actions'

/**
 * Runs inline in <head>: keeps what is clicked before the page's scripts run, each thing once, so that it can be done then. Links
 * need no script and lead where they lead at once.
 */
export const earlyClicksScript = `(function(d){var s=new Set;function keep(e){if(e.button||e.target.closest('a[href]'))return;e.preventDefault();e.stopPropagation();s.add(e.target)}d.addEventListener('click',keep,true);d.addEventListener('${READY}',function(){d.removeEventListener('click',keep,true);s.forEach(function(t){if(t.isConnected){t.dispatchEvent(new PointerEvent('pointerdown',{bubbles:true}));t.click()}})},{once:true})})(document)`
