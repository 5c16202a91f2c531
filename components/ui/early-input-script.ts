import { READY } from './replay-early-input'

/**
 * Runs inline in <head>: records clicks before hydration, once per target, so that they can be replayed, and notes in each field what is
 * typed or chosen; the keys that open the search or the keyboard help are kept too, with what is typed after them. React hears of
 * none, or it would hydrate the page at once, holding up everything, and reset the field. Links work without scripts. The lines are joined
 * into one, so each statement ends in a semicolon.
 */
export const earlyInputScript = `(function () {
  var clicked = new Set();
  var pressed = [];
  function keepFromReact(event) {
    event.preventDefault();
    event.stopPropagation();
  }
  function onClick(event) {
    if (event.button || event.target.closest('a[href]')) return;
    keepFromReact(event);
    clicked.add(event.target);
  }
  function onInput(event) {
    var field = event.target;
    event.stopPropagation();
    if (field.type != 'file') field.early = field.value;
  }
  function isKept(event) {
    if (event.ctrlKey || event.metaKey) return event.key == 'k';
    if (event.target.closest('input,textarea,select')) return false;
    if (event.key == '/' || event.key == '?') return true;
    return pressed.length && !event.altKey && event.key.length <= 1;
  }
  function onKey(event) {
    if (!isKept(event)) return;
    keepFromReact(event);
    pressed.push(event);
  }
  function replay() {
    clicked.forEach(function (target) {
      if (!target.isConnected) return;
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
    pressed.forEach(function (event) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', {
        key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, bubbles: true, cancelable: true
      }));
    });
  }
  var listeners = { keydown: onKey, click: onClick, input: onInput, change: onInput };
  for (var type in listeners) document.addEventListener(type, listeners[type], true);
  document.addEventListener('${READY}', function () {
    for (var type in listeners) document.removeEventListener(type, listeners[type], true);
    queueMicrotask(replay);
  }, { once: true });
})()`.replaceAll(/\n\s*/g, '')
