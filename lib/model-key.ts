import { halfWidth } from './half-width'

/**
 * The key under which two spellings are the same phone model: without case, spaces, punctuation and the vendor's prefix (SIP-T54W). The
 * database does the same (`private.model_key`).
 */
export const modelKey = (model: string): string =>
  halfWidth(model)
    .toLowerCase()
    .replace(/^sip[ -]/, '')
    .replace(/[\s!-/:-@[-`{-~]/g, '') || model.toLowerCase()
