import { forwardAlways } from '../extension'
import { nextStep } from '../next-step'
import { ANY_CALLER } from '../place'
import type { MemberSilence } from '../reason'
import { reasonText } from '../reason-text'
import type { Row } from '../snapshot'
import { refOf } from '../snapshot-index'
import { type Checked, hasPhone, type Problem, problem } from './problem'
import { turnOn } from './repair'

/** Groups and queues that nobody answers, and callers who are left without a way on. */
export function answeringProblems(at: Checked): Problem[] {
  return [
    ...at.snapshot.ring_groups.filter(({ enabled }) => enabled).flatMap((group) => ofGroup(at, group)),
    ...at.snapshot.call_center_queues.filter(({ enabled }) => enabled).flatMap((queue) => ofQueue(at, queue)),
  ]
}

/** Why a member never rings, whatever its phone is set to. */
const NEVER_RINGS: readonly MemberSilence[] = [
  'too late',
  'no route',
  'number blocked',
  'own number elsewhere',
]

function ofGroup(at: Checked, group: Row<'ring_groups'>): Problem[] {
  const record = refOf('ring_groups', group)
  const step = nextStep(at.snapshot, { at: 'destination', id: group.id }, ANY_CALLER, at.moment)
  const silent = step.notes.flatMap((note): Problem[] =>
    note.why === 'member does not ring' && note.because !== 'off'
      ? [
          problem(
            at,
            NEVER_RINGS.includes(note.because) ? 'warning' : 'notice',
            'group-member-silent',
            record,
            `In ${record.label}, ${reasonText(note)}`,
            `${note.member} ${note.because}`,
            note.because === 'disabled' ? memberOn(at, group, note.member) : undefined,
          ),
        ]
      : [],
  )
  const nobody =
    step.reason.why === 'group has nobody' || (step.kind === 'decide' && step.reason.why === 'group hangs up')
  if (nobody)
    silent.push(problem(at, 'error', 'group-has-nobody', record, `No phone rings in ${record.label}.`))
  if (
    step.kind === 'ring' &&
    step.legs.every(({ target }) => target.kind === 'extension' && !hasPhone(at, target.id))
  )
    silent.push(
      problem(
        at,
        'warning',
        'nobody-has-phone',
        record,
        `Nobody can answer ${record.label} on a desk phone: none of its extensions is on an enabled device.`,
      ),
    )
  if (group.timeout_destination_id === null) {
    const text = `${record.label} hangs up on callers when nobody answers.`
    silent.push(problem(at, 'warning', 'group-without-timeout', record, text))
  }
  return silent
}

function memberOn({ index }: Checked, group: Row<'ring_groups'>, label: string) {
  return index
    .rows('ring_group_members', 'ring_group_id', group.id)
    .flatMap(({ extension_id }) => index.row('extensions', extension_id) ?? [])
    .map((extension) => refOf('extensions', extension))
    .filter((extension) => extension.label === label)
    .map(turnOn)[0]
}

/** Agents with office hours sign in automatically. */
const hasHours = ({ index }: Checked, agent: string) =>
  index.row('time_conditions', index.row('call_center_agents', agent)?.time_condition_id ?? null)?.enabled ===
  true

function ofQueue(at: Checked, queue: Row<'call_center_queues'>): Problem[] {
  const record = refOf('call_center_queues', queue)
  const step = nextStep(at.snapshot, { at: 'destination', id: queue.id }, ANY_CALLER, at.moment)
  if (step.kind !== 'queue') return []
  const { members } = step
  const problems = members
    .filter(({ reachable, status }) => !reachable && status !== 'Logged Out')
    .map(({ agent, extension }) =>
      problem(
        at,
        'warning',
        'queue-agent-unreachable',
        agent,
        `${agent.label} is signed in, but ${extension.label} takes no calls.`,
        queue.id,
      ),
    )
  for (const { agent, extension, reachable, status } of members) {
    const own = at.index.row('extensions', extension.id)
    if (!own || !reachable || status === 'Logged Out' || !forwardAlways(own)) continue
    const text = `${agent.label} is signed in, and queues ring ${extension.label}, although it forwards all its calls.`
    problems.push(problem(at, 'notice', 'queue-agent-forwards', agent, text))
  }
  if (members.length === 0) {
    problems.push(problem(at, 'error', 'queue-has-nobody', record, `${record.label} has no agents.`))
  } else if (members.every(({ agent, status }) => status === 'Logged Out' && !hasHours(at, agent.id))) {
    const text = `No agent of ${record.label} is signed in.`
    problems.push(problem(at, 'notice', 'queue-nobody-logged-in', record, text))
  }
  if (members.length > 0 && members.every(({ extension }) => !hasPhone(at, extension.id))) {
    const text = `Nobody can answer ${record.label} on a desk phone: no agent’s extension is on an enabled device.`
    problems.push(problem(at, 'warning', 'nobody-has-phone', record, text))
  }
  if (step.maxWait === 0 && step.exitKey === null) {
    const text = `Callers wait in ${record.label} without end: it has neither a longest wait nor an exit key.`
    problems.push(problem(at, 'warning', 'queue-without-end', record, text))
  }
  return problems
}
