import { type DestinationTable, tableOfKind } from '../destination-tables'
import { toOwnNumber } from './arrive'
import { blocked } from './block'
import { decideByFlow, decideByTime } from './choice'
import { joinRoom } from './conference'
import { ringExtension } from './extension'
import { featureStep } from './feature'
import { offerMenu } from './menu'
import { callOut } from './outside'
import { page } from './paging'
import type { Cause } from './place'
import { recordOf } from './place-label'
import { waitInQueue } from './queue'
import { ringGroup } from './ring-group'
import { decide, ending, refuse, type Scene, stepOf } from './scene'
import type { Row } from './snapshot'
import { refOf } from './snapshot-index'
import type { Step } from './step'
import { leaveMessage } from './voicemail'

/** A call arrives at a destination: a record, an outside number, a feature, the end, or an identifier set by hand. */
export function goTo(scene: Scene, id: string): Step {
  const { index } = scene
  const destination = index.row('destinations', id)
  if (!destination) return refuse(scene, 'NO_ROUTE_DESTINATION', { why: 'missing', record: index.tenant, id })
  const record = recordOf(index, destination)
  const unavailable = (cause: Cause) => refuse(scene, cause, { why: 'disabled', record })
  const { kind, record_id, number } = destination

  switch (kind) {
    case 'extensions': {
      const row = index.row('extensions', record_id)
      return row ? ringExtension(scene, row) : unavailable('UNALLOCATED_NUMBER')
    }
    case 'voicemails':
      return record_id === null ? unavailable('UNALLOCATED_NUMBER') : leaveMessage(scene, record_id)
    case 'recordings': {
      const row = index.row('recordings', record_id)
      return row ? play(scene, row) : unavailable('UNALLOCATED_NUMBER')
    }
    case 'external': {
      const own = toOwnNumber(scene, number)
      if (own) return decide(scene, own)
      const payer = index.row('extensions', scene.call.carried.divertedBy)
      const block = payer && blocked(scene, 'outbound', number, payer.id)
      return block ? decide(scene, block) : callOut(scene, number)
    }
    case 'other':
      return other(scene, destination)
    default: {
      const table = tableOfKind(kind)
      if (!table || table === 'extensions' || table === 'recordings') return setByHand(scene, destination)
      return arrive(scene, table, record_id) ?? unavailable('NORMAL_TEMPORARY_FAILURE')
    }
  }
}

/** Tables of records that accept calls while they are enabled. */
type Switched = Exclude<DestinationTable, 'extensions'>

/** The step for each of these tables. */
const STEPS: { readonly [Table in Switched]: (scene: Scene, row: Row<Table>) => Step } = {
  call_center_queues: waitInQueue,
  call_flows: decideByFlow,
  conference_rooms: joinRoom,
  fax_boxes: receiveFax,
  ivr_menus: offerMenu,
  paging_groups: page,
  ring_groups: ringGroup,
  time_conditions: decideByTime,
}

/** Undefined if the record is disabled or missing. */
function arrive<Table extends Switched>(scene: Scene, table: Table, id: string | null): Step | undefined {
  const row = scene.index.row(table, id)
  return row && isOn(row) ? STEPS[table](scene, row) : undefined
}

function isOn({ enabled }: { enabled?: boolean }): boolean {
  return enabled === true
}

/** A recording is played once, then the call ends. */
function play(scene: Scene, recording: Row<'recordings'>): Step {
  const reason = {
    why: 'plays',
    record: refOf('recordings', recording),
    seconds: Math.ceil(recording.duration_ms / 1000),
  } as const
  return stepOf(scene, 'play', {
    recordingId: recording.id,
    sound: {
      fileId: recording.file_id,
      path: recording.path,
      file: recording.file,
      format: recording.format,
    },
    reason,
    then: ending('NORMAL_CLEARING', reason),
  })
}

/** Hangs up, or runs one of the features that calls can be routed to. */
function other(scene: Scene, destination: Row<'destinations'>): Step {
  const record = refOf('destinations', destination)
  if (destination.number === 'hangup') return refuse(scene, 'NORMAL_CLEARING', { why: 'hangs up', record })
  const code = scene.index.row('feature_codes', destination.record_id)
  if (!code?.enabled) return refuse(scene, 'FACILITY_NOT_SUBSCRIBED', { why: 'disabled', record })
  return featureStep(scene, code, '', scene.index.row('extensions', scene.call.extensionId))
}

/**
 * An identifier unknown to the app is followed if it is a number, otherwise it ends the call. The extension that diverted the call here
 * counts as having diverted it to that number.
 */
function setByHand(scene: Scene, destination: Row<'destinations'>): Step {
  const identifier = destination.number
  const reason = { why: 'set by hand', record: refOf('destinations', destination), identifier } as const
  if (identifier === 'hangup') return refuse(scene, 'NORMAL_CLEARING', reason)
  const digits = /^transfer:(\+?[0-9*#]{1,24}) XML(?: |$)/.exec(identifier)?.[1]
  if (digits === undefined) return refuse(scene, 'NO_ROUTE_DESTINATION', reason)
  const { divertedBy } = scene.call.carried
  return decide(scene, { place: { at: 'dialed', digits }, reason, set: { divertedBy } })
}

/** Receives a fax (mod_spandsp), which is stored and mailed to the box's recipients. */
function receiveFax(scene: Scene, box: Row<'fax_boxes'>): Step {
  const record = refOf('fax_boxes', box)
  const did = scene.index.row('dids', scene.call.carried.didId)
  const recipients = box.recipients?.length ?? 0
  return stepOf(scene, 'fax', {
    station: did?.number ?? box.number,
    reason: { why: 'fax is received', record, recipients },
    then: ending('NORMAL_CLEARING', { why: 'fax was received', record }),
  })
}
