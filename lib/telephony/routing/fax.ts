import { ending, type Scene, stepOf } from './scene'
import type { Row } from './snapshot'
import { refOf } from './snapshot-index'
import type { Step } from './step'

/** A call whose fax is received (mod_spandsp), kept, and mailed to whom the box names. */
export function receiveFax(scene: Scene, box: Row<'fax_boxes'>): Step {
  const record = refOf('fax_boxes', box)
  const did = scene.index.row('dids', scene.call.carried.didId)
  const recipients = box.recipients?.length ?? 0
  return stepOf(scene, 'fax', {
    station: did?.number ?? box.number,
    reason: { why: 'fax is received', record, recipients },
    then: ending('NORMAL_CLEARING', { why: 'fax was received', record }),
  })
}
