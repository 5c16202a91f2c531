import { earlyInputScript } from './early-input-script'
import { scriptsAfterPaint } from './scripts-after-paint'

/** The app's own inline scripts, which are the same on every page; the policy allows them by their hashes. */
export const inlineScripts = [earlyInputScript, scriptsAfterPaint]
