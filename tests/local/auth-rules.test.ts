import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banEnd } from '@/local/auth/admin.ts'
import { outboxPage, putMail, readMails } from '@/local/auth/outbox.ts'
import { AttemptLimit } from '@/local/auth/rate-limit.ts'
import { allowedRedirect } from '@/local/auth/recovery.ts'

const siteUrl = 'http://localhost:3999'

describe('a rate limit', () => {
  test('resets when the window has passed', () => {
    let now = 0
    const limit = new AttemptLimit(2, 1000, () => now)
    expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([
      true,
      true,
      false,
      true,
    ])
    now = 400
    expect(limit.waitMs('a')).toBe(600)
    now = 1000
    expect(limit.take('a')).toBe(true)
    limit.clear('a')
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([true, true, false])
    limit.giveBack('a')
    expect(limit.take('a')).toBe(true)
  })
})

describe('the redirect after a link', () => {
  test('stays on the site, or a loopback name on its port', () => {
    expect(allowedRedirect('http://localhost:3999/reset?a=1', siteUrl)).toBe(
      'http://localhost:3999/reset?a=1',
    )
    for (const own of ['http://127.0.0.1:3999/reset', 'http://[::1]:3999/reset'])
      expect(allowedRedirect(own, siteUrl)).toBe(own)
    for (const foreign of [
      'http://localhost:4000/',
      'https://localhost:3999/',
      'http://localhost:3999@elsewhere.test/',
      'http://user@localhost:3999/',
      '//elsewhere.test/',
      'javascript:alert(1)',
      '',
      null,
    ]) {
      expect(allowedRedirect(foreign, siteUrl)).toBe(siteUrl)
    }
  })

  test('never goes to another origin', () => {
    const origins = [siteUrl, 'http://127.0.0.1:3999', 'http://[::1]:3999']
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true }), fc.string()), (wanted) => {
        expect(origins).toContain(new URL(allowedRedirect(wanted, siteUrl)).origin)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the duration of a ban', () => {
  test('is in hours, minutes and seconds, or none', () => {
    expect(banEnd('none')).toBeNull()
    expect(banEnd('1h30m10s', 0)).toEqual(new Date(5_410_000))
    for (const wrong of ['', '24', 'h', '1d', '-1h', '1h none', '99999999999h']) {
      expect(() => banEnd(wrong)).toThrow()
    }
  })
})

describe('the outbox page', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'outbox-test-'))
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is escaped, newest first, for this machine', async () => {
    const outboxDir = path.join(folder, 'page')
    await mkdir(outboxDir)
    const mail = { to: 'a@demo.test', text: '<script>', html: '', link: 'javascript:alert(1)' }
    await writeFile(path.join(outboxDir, '1.json'), JSON.stringify({ ...mail, subject: 'older', at: '1' }))
    await writeFile(path.join(outboxDir, '2.json'), JSON.stringify({ ...mail, subject: 'newer', at: '2' }))
    const request = new Request('http://127.0.0.1:55441/outbox')
    const page = await (await outboxPage(request, '::ffff:127.0.0.1', outboxDir)).text()
    expect(page.indexOf('newer')).toBeLessThan(page.indexOf('older'))
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('href="javascript')
    const json = new Request('http://localhost:55441/outbox?format=json')
    expect(await (await outboxPage(json, '127.0.0.1', outboxDir)).json()).toHaveLength(2)
  })

  test('keeps the newest 200 mails with their attachments', async () => {
    const outboxDir = path.join(folder, 'full')
    await mkdir(outboxDir)
    const days = Array.from({ length: 200 }, (_, day) => String(day).padStart(3, '0'))
    const names = days.flatMap((day) => [`2025-${day}.1.bin`, `2025-${day}.json`])
    for (const name of names) await writeFile(path.join(outboxDir, name), '{}')
    await putMail(outboxDir, { to: 'a@demo.test', subject: 'New', text: '', html: '', link: null })
    expect((await readdir(outboxDir)).sort().slice(0, -1)).toEqual(names.slice(2))
    const mails = await readMails(outboxDir)
    expect([mails.length, mails[0]?.subject]).toEqual([200, 'New'])
  })

  test('is shown neither to another machine, nor through a proxy, nor under another host name', async () => {
    const here = new Request('http://127.0.0.1:55441/outbox')
    const rebound = new Request('http://elsewhere.test:55441/outbox')
    expect((await outboxPage(here, '192.0.2.1', folder)).status).toBe(403)
    expect((await outboxPage(rebound, '127.0.0.1', folder)).status).toBe(403)
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      const passedOn = new Request(here, { headers: { [header]: '192.0.2.1' } })
      expect((await outboxPage(passedOn, '127.0.0.1', folder)).status, header).toBe(403)
    }
  })
})
