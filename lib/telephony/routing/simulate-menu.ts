import { directDialed } from './menu'
import type { Outcome } from './path'
import type { TenantSnapshot } from './snapshot'
import type { MenuStep, Next } from './step'

/**
 * Where these digits lead a caller in a menu. `digits` is consumed, one entry per wait; the caller presses right after the
 * greeting. As in switch_ivr_menu.c, an entry shorter than the menu's digits waits for the inter-digit timeout, and invalid choices
 * and timeouts are counted separately.
 */
export function askMenu(
  snapshot: TenantSnapshot,
  menu: MenuStep,
  digits: string[],
  lengthOf: (recordingId: string | null) => number,
): Outcome {
  let seconds = 0
  let failures = 0
  let timeouts = 0
  const done = (taken: Next): Outcome => ({ seconds: Math.ceil(seconds), result: { taken } })

  while (failures < menu.maxFailures && timeouts < menu.maxTimeouts) {
    const first = failures + timeouts === 0
    seconds += lengthOf(first ? menu.greetLongId : (menu.greetShortId ?? menu.greetLongId))
    const pressed = (digits.shift() ?? '').slice(0, menu.digitLength)
    if (pressed === '') {
      seconds += menu.timeoutMs / 1000
      timeouts += 1
      continue
    }
    if (pressed.length < menu.digitLength) seconds += menu.interDigitTimeoutMs / 1000
    const option = menu.options.find((each) => each.digits === pressed)
    const next = option?.next ?? directDialed(snapshot, menu, pressed)
    if (next) return done(next)
    seconds += lengthOf(menu.invalidSoundId)
    failures += 1
  }
  seconds += lengthOf(menu.exitSoundId)
  return done(menu.exit)
}
