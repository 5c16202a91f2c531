import { READY } from './replay-early-input'

/**
 * Runs inline in <head>: records clicks before hydration, once per target, so that they can be replayed, and notes in each field what is
 * typed or chosen; the keys that open the search are kept too. React hears of neither, or it would hydrate the page at once, holding up everything, and reset the field. Links
 * work without scripts.
 */
export const earlyInputScript = `(function(d){var s=new Set,k;function keep(e){if(e.button||e.target.closest('a[href]'))return;e.preventDefault();e.stopPropagation();s.add(e.target)}function note(e){var t=e.target;e.stopPropagation();if(t.type!='file')t.early=t.value}function press(e){if(e.key=='/'?e.target.closest('input,textarea,select'):e.key!='k'||!(e.ctrlKey||e.metaKey))return;e.preventDefault();e.stopPropagation();k=e}d.addEventListener('keydown',press,true);d.addEventListener('click',keep,true);d.addEventListener('input',note,true);d.addEventListener('change',note,true);d.addEventListener('${READY}',function(){d.removeEventListener('keydown',press,true);d.removeEventListener('click',keep,true);d.removeEventListener('input',note,true);d.removeEventListener('change',note,true);queueMicrotask(function(){s.forEach(function(t){if(t.isConnected){t.dispatchEvent(new PointerEvent('pointerdown',{bubbles:true}));t.click()}});if(k)d.body.dispatchEvent(new KeyboardEvent('keydown',{key:k.key,code:k.code,ctrlKey:k.ctrlKey,metaKey:k.metaKey,bubbles:true,cancelable:true}))})},{once:true})})(document)`
