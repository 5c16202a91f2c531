import { describe, expect, test } from 'vitest'
import { relativeTime } from '@/lib/dates/relative-time'
import { describeActivity } from '@/lib/trail/activity'
import { type AuditEntry } from '@/lib/trail/recent'

const entry: AuditEntry = {
  id: 'a1',
  at: '2026-02-02T08:00:00+00:00',
  actor: 'u1',
  actor_email: 'admin@demo.test',
  table_name: 'extensions',
  record_id: 'r1',
  record_label: '1010',
  tenant_id: 't1',
  action: 'update',
  changes: { voicemail_enabled: [true, false], enabled: [true, false] },
  parent_id: null,
  transaction_id: 1,
}

describe('an activity entry as text', () => {
  test('says who changed which fields of what', () => {
    expect(describeActivity(entry)).toEqual({
      who: 'admin@demo.test',
      did: 'changed the extension',
      record: '1010',
      fields: 'voicemail, enabled',
      href: '/app/tenants/t1/extensions?record=r1',
    })
  })

  test('names a reference field without the id it holds', () => {
    const changes = { owner_id: [null, 'u2'], timeout_destination_id: [null, 'd1'] }
    expect(describeActivity({ ...entry, changes }).fields).toBe('owner, timeout')
  })

  test('shows a number as the screens do', () => {
    const number = { ...entry, table_name: 'dids', record_label: '+14065550114' }
    expect(describeActivity(number).record).toBe('(406) 555-0114')
  })

  test('says what a command did, with the numbers of a call as the screens show them', () => {
    const commanded = (command: string, record_label: string) => {
      const changes = { command: [null, command] }
      const { did, record } = describeActivity({
        ...entry,
        ...{ action: 'insert', table_name: 'switch_commands', record_label, changes },
      })
      return `${did} ${record}`
    }
    expect(commanded('listen', '+12075550123 to +12075550199')).toBe(
      'listened to the call from (207) 555-0123 to (207) 555-0199',
    )
    expect(commanded('reboot', '1001')).toBe('restarted the phone of 1001')
  })

  test('calls the reader "You"', () => {
    expect(describeActivity(entry, 'u1').who).toBe('You')
    expect(describeActivity(entry, 'u2').who).toBe('admin@demo.test')
  })

  test('attributes a change without an actor to the system while the current user is unknown', () => {
    expect(describeActivity({ ...entry, actor: null, actor_email: null }, undefined).who).toBe('The system')
  })

  test('attributes the answer to a quote to the customer who gave it', () => {
    const byLink = {
      ...entry,
      actor: null,
      actor_email: '',
      table_name: 'quotes',
      record_label: 'Q-2026-00002',
      changes: {
        status: ['sent', 'accepted'],
        decided_at: [null, '2026-02-02'],
        decided_by: ['', 'Ann Reyes'],
      },
    }
    expect(describeActivity(byLink)).toMatchObject({
      who: 'Ann Reyes (customer)',
      did: 'accepted the quote',
      record: 'Q-2026-00002',
      fields: '',
    })
    const byStaff = { ...byLink, actor_email: 'admin@demo.test', changes: { status: ['sent', 'accepted'] } }
    expect(describeActivity(byStaff)).toMatchObject({ who: 'admin@demo.test', did: 'changed the quote' })
  })

  test.each([
    ['insert', 'dids', 'added the number'],
    ['delete', 'devices', 'removed the device'],
    ['update', 'ring_groups', 'changed the ring group'],
  ])('an %s on %s reads %s', (action, table_name, did) => {
    expect(describeActivity({ ...entry, action, table_name }).did).toBe(did)
  })

  test('lists the fields only for a change', () => {
    expect(describeActivity({ ...entry, action: 'insert' }).fields).toBe('')
  })

  test('links to the record if it has a page and still exists', () => {
    expect(describeActivity({ ...entry, table_name: 'tenants' }).href).toBe('/app/tenants/r1')
    expect(describeActivity({ ...entry, table_name: 'opportunities' }).href).toBe(
      '/app/sales/opportunities/r1',
    )
    expect(describeActivity({ ...entry, table_name: 'tenants', action: 'delete' }).href).toBeUndefined()
  })
})

describe('relative time', () => {
  const now = Date.parse('2026-02-02T08:00:00Z')
  test.each([
    ['2026-02-02T07:59:01Z', 'just now'],
    ['2026-02-02T08:05:00Z', 'just now'],
    ['2026-02-02T07:59:00Z', '1 minute ago'],
    ['2026-02-02T05:00:00Z', '3 hours ago'],
    ['2026-02-01T07:00:00Z', '1 day ago'],
    ['2026-01-25T08:00:00Z', '1 week ago'],
    ['2025-11-01T08:00:00Z', '3 months ago'],
    ['2024-01-02T08:00:00Z', '2 years ago'],
  ])('shows %s as %s', (at, words) => expect(relativeTime(Date.parse(at), now)).toBe(words))
})
