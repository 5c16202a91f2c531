import { directDialed } from '../telephony/routing/menu'
import type { MenuStep } from '../telephony/routing/step'
import { PRESSED } from './channel-variables'
import { act, type Action, ask, type Draft, fileString, go, play, soundOf, spoken, unset } from './draft'

const SILENCE = 'silence_stream://100'

/** A caller arrives at a menu. */
export function offer(draft: Draft, menu: MenuStep): Action[] {
  return [act('answer'), spoken(menu.language), ...wait(draft, menu, { failures: 0, timeouts: 0 })]
}

interface Tries {
  failures: number
  timeouts: number
}

/**
 * Waits for one choice. FreeSWITCH's own menus (mod_dptools' ivr) keep their state private and use the options given when the
 * caller arrived; with a request per choice, the menu is always current and its counters are exact.
 */
function wait(draft: Draft, menu: MenuStep, tries: Tries): Action[] {
  const first = tries.failures + tries.timeouts === 0
  const greeting = soundOf(draft, first ? menu.greetLongId : (menu.greetShortId ?? menu.greetLongId))
  // Without a sound that opens, play_and_get_digits reads no digits. A file string passes over one that does not.
  const prompt = greeting === undefined ? SILENCE : fileString(greeting, SILENCE)
  return [
    unset(PRESSED),
    act(
      'play_and_get_digits',
      [
        `1 ${menu.digitLength} 1 ${menu.timeoutMs} none`,
        `${prompt} ${SILENCE}`,
        `${PRESSED} [0-9*#]+ ${menu.interDigitTimeoutMs}`,
      ].join(' '),
    ),
    ask(draft, { asks: 'pressed', place: menu.place, ...tries }),
  ]
}

/** The result of a choice, empty for a timeout: the chosen place, another try, or the menu's exit. */
export function choose(draft: Draft, menu: MenuStep, pressed: string, before: Tries): Action[] {
  const option = menu.options.find(({ digits }) => digits === pressed)
  const next = option?.next ?? directDialed(draft.environment.snapshot, menu, pressed)
  if (pressed !== '' && next) return go(draft, next)
  const tries = {
    failures: before.failures + (pressed === '' ? 0 : 1),
    timeouts: before.timeouts + (pressed === '' ? 1 : 0),
  }
  return [
    ...(pressed === '' ? [] : play(draft, menu.invalidSoundId)),
    ...(tries.failures < menu.maxFailures && tries.timeouts < menu.maxTimeouts
      ? wait(draft, menu, tries)
      : [...play(draft, menu.exitSoundId), ...go(draft, menu.exit)]),
  ]
}
