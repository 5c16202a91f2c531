import type { FaxStep } from '../telephony/routing/step'
import { type Action, act, type Draft, go, set, tenantOf } from './draft'

/** Where received faxes wait for the agent, in the switch's storage_dir. mod_spandsp makes the folder. */
export const FAX_FOLDER = 'trunkline-fax'

/**
 * A fax is received over the call's sound, or by T.38. Its file's name says all that is known of it, so that it
 * is delivered even when nobody was there as it came: `<tenant>_<box>_<channel>_<caller>-<count>-<time>.tif`.
 */
export function receiveFax(draft: Draft, step: FaxStep): Action[] {
  const caller = draft.before.number.replace(/[^+0-9]/g, '').slice(0, 32)
  const name = [tenantOf(draft), step.reason.record.id, '${uuid}', caller].join('_')
  return [
    // Only these carry the tones of a modem.
    set('absolute_codec_string', 'PCMU,PCMA'),
    act('answer'),
    // T.38 where the other end asks for it: some carriers end a call that asks them.
    set('fax_enable_t38', true),
    set('fax_ident', step.station),
    act('set', `fax_spool=\${storage_dir}/${FAX_FOLDER}`),
    act('set', `fax_prefix=${name}`),
    act('rxfax'),
    ...go(draft, step.then),
  ]
}
