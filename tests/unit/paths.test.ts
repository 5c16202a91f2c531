import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSignedInPath, loginPath, safeNextPath } from '@/lib/paths'
import { opportunityPath, tenantPath } from '@/lib/record-paths'

const SITE = 'https://staff.example.com'

describe('the path to open after sign-in', () => {
  test('is the requested page, with its query and fragment', () => {
    expect(safeNextPath('/app/tenants/12?tab=users#top')).toBe('/app/tenants/12?tab=users#top')
    expect(safeNextPath('/customers/7/edit')).toBe('/customers/7/edit')
  })

  test.each([
    ['another host', '//evil.example'],
    ['another host behind a backslash', '/\\evil.example'],
    ['another host behind two backslashes', '\\\\evil.example'],
    ['a URL', 'https://evil.example/app'],
    ['a URL without slashes', 'https:evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a tab between the slashes', '/\t/evil.example'],
    ['a line feed between the slashes', '/\n/evil.example'],
    ['a null character', '/\u0000/evil.example'],
    ['a leading space', ' //evil.example'],
    ['another host after dots', '/app/..//evil.example'],
    ['another host after encoded dots', '/app/%2e%2e//evil.example'],
    ['a relative path', 'app'],
    ['nothing', ''],
    ['no value', undefined],
    ['several values', ['/app/sales', '/app']],
    ['the sign-in page', '/login?next=/app'],
    ['the sign-in page after dots', '/app/../login'],
  ])('is the start page for %s', (_what, value) => {
    expect(safeNextPath(value)).toBe('/app')
  })

  test('never leaves the site, whatever is requested', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '..',
        '.',
        '%2f',
        '%5c',
        '@',
        ':',
        'https:',
        'evil.example',
        '\t',
        '\n',
        '?',
        '#',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const value = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`)
    fc.assert(
      fc.property(value, (asked) => {
        const path = safeNextPath(asked)
        expect(new URL(path, SITE).origin).toBe(SITE)
        expect(safeNextPath(path)).toBe(path)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('the sign-in address', () => {
  test('includes the page to return to', () => {
    const address = new URL(loginPath('/app/sales?q=a&b=1'), SITE)
    expect(address.pathname).toBe('/login')
    expect(safeNextPath(address.searchParams.get('next'))).toBe('/app/sales?q=a&b=1')
  })

  test('omits the start page, where sign-in leads anyway', () => {
    expect(loginPath('/app')).toBe('/login')
    expect(loginPath()).toBe('/login')
  })
})

describe('a path of the signed-in shell', () => {
  test.each(['/app', '/app/sales', '/customers/1', '/customers'])('%s is one', (path) => {
    expect(isSignedInPath(path)).toBe(true)
  })

  test.each(['/', '/login', '/apple', '/customers-archive', '/x/app'])('%s is not one', (path) => {
    expect(isSignedInPath(path)).toBe(false)
  })
})

describe('paths of records', () => {
  test('encode the id as a single segment', () => {
    expect(tenantPath('a1')).toBe('/app/tenants/a1')
    expect(opportunityPath('a/../b')).toBe('/app/sales/opportunities/a%2F..%2Fb')
  })
})
