import { setNonce } from 'get-nonce'

/**
 * The nonce with which this page may insert style elements; undefined where any may be (development, tests). Browsers hide it
 * from everything but scripts.
 */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLScriptElement>('head script[nonce]')?.nonce || undefined
}

// Dialogs and menus lock scrolling with a style element; the library asks get-nonce.
if (typeof document !== 'undefined') {
  const nonce = styleNonce()
  if (nonce) setNonce(nonce)
}
