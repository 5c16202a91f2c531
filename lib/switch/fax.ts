import type { FaxStep } from '../telephony/routing/step'
import { act, type Action, type Draft, go, set, tenantOf } from './draft'

/** Directory for received faxes awaiting the agent, in the switch's storage_dir. mod_spandsp creates it. */
export const FAX_FOLDER = 'trunkline-fax'

/**
 * Receives a fax over audio or T.38. The file name contains everything known about it, so that it is delivered even if the agent
 * was down: `<tenant>_<box>_<channel>_<caller>-<count>-<time>.tif`.
 */
export function receiveFax(draft: Draft, step: FaxStep): Action[] {
  const caller = draft.before.number.replace(/[^+0-9]/g, '').slice(0, 32)
  const name = [tenantOf(draft), step.reason.record.id, '${uuid}', caller].join('_')
  return [
    // Only these codecs carry modem tones.
    set('absolute_codec_string', 'PCMU,PCMA'),
    act('answer'),
    // T.38 only on the other end's initiative: some carriers hang up when offered it.
    set('fax_enable_t38', true),
    set('fax_ident', step.station),
    act('set', `fax_spool=\${storage_dir}/${FAX_FOLDER}`),
    act('set', `fax_prefix=${name}`),
    act('rxfax'),
    ...go(draft, step.then),
  ]
}
