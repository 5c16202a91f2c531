import { clipped } from '../clipped'
import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import { nextStep } from '../telephony/routing/next-step'
import { EMERGENCY_SECONDS } from '../telephony/routing/outside'
import { callFromPhone } from '../telephony/routing/place'
import type { Row, TenantSnapshot } from '../telephony/routing/snapshot'
import type { Step } from '../telephony/routing/step'
import type { EmergencyCall } from './agent/agent-event'
import { EMERGENCY_CALL } from './agent/limits'
import { AWAY, callersWayVariable, EMERGENCY, partnersWayVariable, wayVariable } from './channel-variables'
import { exported } from './leg-variables'
import { emergencyDialString } from './outside'

/**
 * The 911 call to notify people of, even one that cannot be routed; undefined for others. `failed`: no gateway took the call, which people
 * are told in a second mail.
 */
export function notifiedCall(step: Step, channel: string, failed = false): EmergencyCall | undefined {
  const emergency = step.kind === 'outside' || step.kind === 'refuse' ? step.emergency : null
  if (!emergency || emergency.notify.length === 0) return undefined
  return {
    channel: clipped(failed ? `${channel} failed` : channel, EMERGENCY_CALL.channel.maxLength),
    extension: emergency.extensionId,
    call_back: emergency.callBack,
    address: clipped(emergency.address, EMERGENCY_CALL.address.maxLength),
    location: clipped(emergency.location, EMERGENCY_CALL.location.maxLength),
    leaves: step.kind === 'outside' && !failed,
  }
}

/**
 * The ways out for emergency numbers dialed by an extension, as variables of its calls and of the legs that these make. The switch caches
 * them with the extension, so that its own dialplan sends the call to the right gateway, with the right number and location, while neither
 * agent nor app answers.
 */
export function emergencyWays(
  snapshot: TenantSnapshot,
  extension: Row<'extensions'>,
): Record<string, string> {
  const call = callFromPhone(extension)
  const ways = EMERGENCY_NUMBERS.flatMap((number) => {
    // The time does not matter: no schedule and no call flow applies to emergency numbers.
    const step = nextStep(snapshot, { at: 'dialed', digits: number }, call, 0)
    return step.kind === 'outside' ? [{ number, way: emergencyDialString(snapshot.tenant, step) }] : []
  })
  const forLegs = ways.map(({ number, way }) => [exported(callersWayVariable(number)), way] as const)
  return Object.fromEntries([
    ...ways.map(({ number, way }) => [wayVariable(number), way]),
    ...forLegs,
    ['export_vars', forLegs.map(([variable]) => variable).join(',')],
  ])
}

/**
 * The switch's own dialplan, which it uses while neither agent nor app answers. `global` is the context of calls whose own context is
 * unknown (mod_dialplan_xml). It takes only emergency numbers, dialed by a registered phone or reached by its transfer: no other call has
 * the variables. If several phones are involved, the one that transferred the call comes first, then the one on the call, then the one that
 * called.
 */
export const EMERGENCY_DIALPLAN = `<include>
  <!-- Emergency calls while the agent is away. Everything else is routed by the agent. -->
  <context name="global">
${EMERGENCY_NUMBERS.flatMap((number) =>
  [partnersWayVariable, wayVariable, callersWayVariable].map((variable) =>
    extensionFor(number, variable(number)),
  ),
).join('\n')}
  </context>
</include>
`

function extensionFor(number: string, variable: string): string {
  const way = `\${${variable}}`
  return `    <extension name="${number}">
      <condition field="destination_number" expression="^${number}$"/>
      <condition field="${way}" expression="^\\{.+$">
        <action application="set" data="${AWAY}=true"/>
        <action application="set" data="${EMERGENCY}=${number}"/>
        <action application="set" data="call_direction=outbound"/>
        <action application="set" data="hangup_after_bridge=true"/>
        <action application="set" data="call_timeout=${EMERGENCY_SECONDS}"/>
        <action application="bridge" data="${way}"/>
      </condition>
    </extension>`
}
