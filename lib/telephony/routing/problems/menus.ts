import { menuForest, nodesOf, type TreeSource } from '../../ivr-tree'
import { scheduleOf } from '../choice'
import type { Row } from '../snapshot'
import { inPosition, refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'

/** Menus without a greeting or options, or that leave callers without a way on. */
export function menuProblems(at: Checked): Problem[] {
  const trapped = new Set(
    menuForest(treeOf(at))
      .flatMap(nodesOf)
      .filter(({ problem }) => problem === 'no-way-out')
      .map(({ id }) => id),
  )
  return at.snapshot.ivr_menus
    .filter(({ enabled }) => enabled)
    .flatMap((menu) => {
      const found = ofMenu(at, menu)
      if (!trapped.has(menu.id)) return found
      const record = refOf('ivr_menus', menu)
      const text = `Whatever callers press in ${record.label}, they reach nobody.`
      return [...found, problem(at, 'error', 'menu-without-way-out', record, text)]
    })
}

/** The snapshot as input of the menu tree. */
function treeOf({ snapshot, index }: Checked): TreeSource {
  return {
    destinations: snapshot.destinations,
    time_conditions: snapshot.time_conditions.map((condition) => ({
      id: condition.id,
      name: condition.name,
      number: condition.number,
      enabled: condition.enabled,
      ...scheduleOf(index, condition),
    })),
    ivr_menus: snapshot.ivr_menus.map((menu) => ({
      id: menu.id,
      name: menu.name,
      number: menu.number,
      enabled: menu.enabled,
      direct_dial: menu.direct_dial,
      exit_destination_id: menu.exit_destination_id,
      options: inPosition(index.rows('ivr_menu_options', 'ivr_menu_id', menu.id)),
    })),
  }
}

function ofMenu(at: Checked, menu: Row<'ivr_menus'>): Problem[] {
  const record = refOf('ivr_menus', menu)
  const options = at.index.rows('ivr_menu_options', 'ivr_menu_id', menu.id).filter(({ enabled }) => enabled)
  const found: Problem[] = []
  const say = (severity: Problem['severity'], kind: Problem['kind'], text: string) =>
    found.push(problem(at, severity, kind, record, text))
  if (menu.greet_long_recording_id === null) {
    say('warning', 'menu-without-greeting', `${record.label} has no greeting: callers hear nothing.`)
  }
  if (options.length === 0 && !menu.direct_dial) {
    say('error', 'menu-without-options', `${record.label} has no options, so every key is wrong.`)
  }
  if (menu.exit_destination_id === null) {
    say('warning', 'menu-without-exit', `${record.label} hangs up on callers who press nothing.`)
  }
  const shortest = Math.min(...at.snapshot.extensions.map(({ extension }) => extension.length))
  if (menu.direct_dial && shortest > menu.digit_length) {
    const text = `Nobody can dial an extension in ${record.label}: it accepts fewer digits than any extension has.`
    say('warning', 'direct-dial-too-short', text)
  }
  return found
}
