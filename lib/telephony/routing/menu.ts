import { ending, promptLanguage, type Scene, stepOf, toDestination, withPrefix } from './scene'
import type { Row, TenantSnapshot } from './snapshot'
import { indexOf, inPosition, inService, refOf } from './snapshot-index'
import type { MenuStep, Next, Step } from './step'

/** An IVR menu asks the caller for digits, as mod_dptools' ivr does: long greeting first, the short one from then on. */
export function offerMenu(scene: Scene, menu: Row<'ivr_menus'>): Step {
  const record = refOf('ivr_menus', menu)
  const rows = inPosition(scene.index.rows('ivr_menu_options', 'ivr_menu_id', menu.id))
  const options = rows
    .filter(({ enabled }) => enabled)
    .map(({ digits, description, destination_id: id }) => ({
      digits,
      next: {
        place: { at: 'destination', id },
        reason: { why: 'menu option', record, digits, description },
        pressed: true,
      } satisfies Next as Next,
    }))
  const prefix = withPrefix(scene, menu.caller_id_name_prefix, record)
  const { language, notes } = promptLanguage(scene)
  return stepOf(scene, 'menu', {
    greetLongId: menu.greet_long_recording_id,
    greetShortId: menu.greet_short_recording_id,
    invalidSoundId: menu.invalid_sound_recording_id,
    exitSoundId: menu.exit_sound_recording_id,
    timeoutMs: menu.timeout_ms,
    interDigitTimeoutMs: menu.inter_digit_timeout_ms,
    maxFailures: menu.max_failures,
    maxTimeouts: menu.max_timeouts,
    digitLength: menu.digit_length,
    options,
    directDial: menu.direct_dial,
    exit: toDestination(
      menu.exit_destination_id,
      { why: 'menu exit', record },
      ending('NORMAL_CLEARING', { why: 'menu hangs up', record }),
    ),
    language,
    reason: { why: 'menu asks', record, options: options.length, directDial: menu.direct_dial },
    notes: [
      ...prefix.notes,
      ...rows
        .filter(({ enabled }) => !enabled)
        .map(({ digits }) => ({ why: 'menu option off', record, digits }) as const),
      ...notes,
    ],
    set: prefix.set,
  })
}

/** The destination of a number dialed in a menu with direct dial; null if the tenant has no such number in service. */
export function directDialed(snapshot: TenantSnapshot, menu: MenuStep, digits: string): Next | null {
  if (!menu.directDial || digits.length > menu.digitLength) return null
  const index = indexOf(snapshot)
  const found = index.internal(digits)
  // Callers from outside cannot page an office unless a number routes there.
  if (!found || found.table === 'paging_groups' || !inService(index, found)) return null
  const reason = { why: 'menu direct dial', record: menu.reason.record, digits } as const
  return { place: { at: 'destination', id: found.id }, reason, pressed: true }
}
