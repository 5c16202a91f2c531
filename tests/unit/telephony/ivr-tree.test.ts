import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { menuForest, menuTree, nodesOf, type TreeNode, type TreeSource } from '@/lib/telephony/ivr-tree'
import type { RoutingDestination, RoutingIvrMenu, RoutingTimeCondition } from '@/lib/telephony/tenant-routing'
import { rule } from './schedules'

const DESK = destination('desk', 'extensions', '1001')
const HANG_UP = destination('hangup', 'other', 'hangup')

function destination(id: string, kind: string, number: string, enabled = true): RoutingDestination {
  return { id, kind, record_id: id, number, name: id, enabled }
}

/** A menu whose options route to these destinations, by digits. */
function menu(id: string, to: Record<string, string>, given: Partial<RoutingIvrMenu> = {}): RoutingIvrMenu {
  return {
    id,
    name: id,
    number: `70${id}`,
    enabled: true,
    timeout_ms: 3000,
    inter_digit_timeout_ms: 2000,
    max_failures: 3,
    max_timeouts: 3,
    digit_length: 1,
    direct_dial: false,
    caller_id_name_prefix: '',
    exit_destination_id: null,
    options: Object.entries(to).map(([digits, destination_id]) => ({
      id: `${id}-${digits}`,
      digits,
      destination_id,
      description: '',
      enabled: true,
    })),
    ...given,
  }
}

function condition(id: string, to: string, otherwise: string): RoutingTimeCondition {
  const rules = [{ ...rule({ name: 'Weekdays', destination_id: to }), id: `${id}-rule` }]
  return {
    id,
    name: id,
    number: `50${id}`,
    enabled: true,
    zone: 'UTC',
    rules,
    otherwise_destination_id: otherwise,
  }
}

function source(menus: RoutingIvrMenu[], conditions: RoutingTimeCondition[] = []): TreeSource {
  const places = [
    ...menus.map(({ id, number, enabled }) => destination(id, 'ivr_menus', number, enabled)),
    ...conditions.map(({ id, number, enabled }) => destination(id, 'time_conditions', number, enabled)),
  ]
  return { ivr_menus: menus, time_conditions: conditions, destinations: [DESK, HANG_UP, ...places] }
}

/** A tree as lines: `1 a:cycle`. */
const outline = (tree: TreeNode | null): unknown =>
  tree &&
  Object.fromEntries(
    tree.branches.map(({ label, node, destination: to }) => [
      label,
      node ? (node.shows === 'branches' ? outline(node) : node.shows) : (to?.id ?? null),
    ]),
  )

describe('the tree of a menu', () => {
  test('follows sub-menus to final destinations', () => {
    const given = source([
      menu('a', { 1: 'desk', 2: 'b' }),
      menu('b', { 1: 'desk' }, { exit_destination_id: 'desk' }),
    ])
    expect(outline(menuTree(given, 'a'))).toEqual({
      1: 'desk',
      2: { 1: 'desk', Exit: 'desk' },
      Exit: null,
    })
  })

  test('marks a loop, without following it', () => {
    const given = source([menu('a', { 1: 'a', 2: 'b' }), menu('b', { 1: 'desk', '*': 'a' })])
    expect(outline(menuTree(given, 'a'))).toEqual({
      1: 'cycle',
      2: { 1: 'desk', '*': 'cycle', Exit: null },
      Exit: null,
    })
  })

  test('expands a sub-menu only once', () => {
    const given = source([menu('a', { 1: 'b', 2: 'b' }), menu('b', { 1: 'desk' })])
    expect(outline(menuTree(given, 'a'))).toEqual({
      1: { 1: 'desk', Exit: null },
      2: 'elsewhere',
      Exit: null,
    })
  })

  test('continues beyond a time condition', () => {
    const given = source([menu('a', { 1: 't' }), menu('b', { 1: 'desk' })], [condition('t', 'b', 'a')])
    expect(outline(menuTree(given, 'a'))).toEqual({
      1: { Weekdays: { 1: 'desk', Exit: null }, Otherwise: 'cycle' },
      Exit: null,
    })
  })

  test('marks disabled and missing destinations, and dead ends', () => {
    const given = source([
      menu('a', { 1: 'b', 2: 'gone', 3: 'desk' }),
      menu('b', { 1: 'desk' }, { enabled: false }),
    ])
    expect(menuTree(given, 'a')?.branches.map(({ label, problem }) => [label, problem])).toEqual([
      ['1', 'unavailable'],
      ['2', 'unavailable'],
      ['3', null],
      ['Exit', 'hangs-up'],
    ])
  })

  test('marks menus without options and without an exit', () => {
    const given = source([
      menu('a', { 1: 'b', 2: 'c', 3: 'd' }),
      menu('b', { 1: 'b', 2: 'hangup' }),
      menu('c', {}),
      menu('d', {}, { direct_dial: true }),
    ])
    expect(nodesOf(menuTree(given, 'a')).map(({ id, problem }) => [id, problem])).toEqual([
      ['a', null],
      ['b', 'no-way-out'],
      ['b', 'no-way-out'],
      ['c', 'no-options'],
      ['d', null],
    ])
  })

  test('ignores a disabled option', () => {
    const off = menu('a', { 1: 'desk' })
    const given = source([{ ...off, options: off.options.map((option) => ({ ...option, enabled: false })) }])
    expect(menuTree(given, 'a')?.problem).toBe('no-options')
  })

  test('is null for an unknown menu', () => {
    expect(menuTree(source([]), 'a')).toBeNull()
  })
})

const anySource = fc.integer({ min: 1, max: 8 }).chain((count) => {
  const names = Array.from({ length: count }, (_, index) => `${index}`)
  const target = fc.constantFrom('desk', 'hangup', 'gone', ...names, ...names, ...names)
  const anyMenu = (id: string) =>
    fc
      .record({
        to: fc.dictionary(fc.constantFrom('0', '1', '2', '3', '#', '*'), target, { maxKeys: 5 }),
        exit: fc.option(target),
        direct: fc.boolean(),
        enabled: fc.boolean(),
      })
      .map(({ to, exit, direct, enabled }) =>
        menu(id, to, { exit_destination_id: exit, direct_dial: direct && enabled, enabled }),
      )
  const anyCondition = (id: string) =>
    fc.tuple(target, target).map(([to, otherwise]) => condition(id, to, otherwise))
  const split = Math.ceil(count / 2)
  return fc
    .tuple(fc.tuple(...names.slice(0, split).map(anyMenu)), fc.tuple(...names.slice(split).map(anyCondition)))
    .map(([menus, conditions]) => source(menus as RoutingIvrMenu[], conditions as RoutingTimeCondition[]))
})

/** Walks every route from a menu step by step, without building a tree. */
function reachesSomebody(given: TreeSource, start: string): boolean {
  const open = [start]
  const been = new Set<string>()
  const isOn = (id: string) => given.destinations.some((one) => one.id === id && one.enabled)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (been.has(id)) continue
    been.add(id)
    const here = given.ivr_menus.find((one) => one.id === id)
    const clock = given.time_conditions.find((one) => one.id === id)
    if (here?.direct_dial) return true
    const on = [
      ...(here?.options ?? []).map(({ destination_id }) => destination_id),
      here?.exit_destination_id,
      ...(clock?.rules ?? []).map(({ destination_id }) => destination_id),
      clock?.otherwise_destination_id,
    ].filter((next): next is string => typeof next === 'string' && isOn(next))
    if (on.includes('desk')) return true
    open.push(...on.filter((next) => next !== 'hangup'))
  }
  return false
}

describe('for any routes', () => {
  test('the tree is finite, and expands each menu once', () => {
    fc.assert(
      fc.property(anySource, (given) => {
        const nodes = nodesOf(menuTree(given, '0'))
        const shown = nodes.filter(({ shows }) => shows === 'branches').map(({ id }) => id)
        expect(new Set(shown).size).toBe(shown.length)
        expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length)
        for (const { id, shows, branches } of nodes) {
          expect(shown).toContain(id)
          if (shows !== 'branches') expect(branches).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a loop is marked exactly where a menu leads back to itself', () => {
    const check = (node: TreeNode, path: string[]) => {
      expect(node.shows === 'cycle').toBe(path.includes(node.id))
      for (const { node: next } of node.branches) if (next) check(next, [...path, node.id])
    }
    fc.assert(
      fc.property(anySource, (given) => {
        for (const tree of menuForest(given)) check(tree, [])
      }),
      { numRuns: 1000 },
    )
  })

  test('every menu is in one of the trees', () => {
    fc.assert(
      fc.property(anySource, (given) => {
        const ids = menuForest(given).flatMap((tree) => nodesOf(tree).map(({ id }) => id))
        for (const { id } of given.ivr_menus) expect(ids).toContain(id)
      }),
      { numRuns: 1000 },
    )
  })

  test('a menu has no exit exactly when it leads to no one', () => {
    fc.assert(
      fc.property(anySource, (given) => {
        for (const { id, options, direct_dial } of given.ivr_menus) {
          const { problem } = menuTree(given, id) ?? {}
          const expected =
            options.length === 0 && !direct_dial
              ? 'no-options'
              : reachesSomebody(given, id)
                ? null
                : 'no-way-out'
          expect(problem).toBe(expected)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
