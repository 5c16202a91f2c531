import { READY } from './replay-early-input'

/**
 * Runs inline in <head>: records clicks before hydration, once per target, so that they can be replayed. Links work without
 * scripts.
 */
export const earlyClicksScript = `(function(d){var s=new Set;function keep(e){if(e.button||e.target.closest('a[href]'))return;e.preventDefault();e.stopPropagation();s.add(e.target)}d.addEventListener('click',keep,true);d.addEventListener('${READY}',function(){d.removeEventListener('click',keep,true);s.forEach(function(t){if(t.isConnected){t.dispatchEvent(new PointerEvent('pointerdown',{bubbles:true}));t.click()}})},{once:true})})(document)`
