import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal, RequestFailure } from '@/lib/errors'
import { letterAddress, type PortLetter, storeLetter } from '@/lib/numbers/port-letters'
import { dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import { refusalOf, refusalOfMessage } from '@/lib/supabase/refusal'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const refused = (code: string, message: string, details: string | null = null) =>
  refusalOf({ code, message, details }, 400)

describe('a database error, as explained to the user', () => {
  test.each([
    ['TR409', 'Someone else has set the seats to 30 since you opened this page.', 'conflict'],
    ['TR410', 'This session has ended already.', 'gone'],
    ['23505', '1001 is already taken by the ring group Sales.', 'taken'],
    ['23001', 'It is in use.', 'in-use'],
    ['23514', 'All 15 seats are used.', 'invalid'],
    ['42501', 'Assign and release numbers on the Numbers page.', 'forbidden'],
    ['TR402', 'Pay first.', 'refused'],
  ])('%s, in the schema’s words', (code, message, reason) => {
    expect(refused(code, message)).toMatchObject({ reason, message })
  })

  const busy = 'The server is busy. Nothing was changed; try again in a moment.'
  test.each([
    ['PGRST003', 'Timed out acquiring connection from connection pool.', 'busy', busy],
    [
      '57014',
      'canceling statement due to statement timeout',
      'refused',
      'This took too long and was stopped. Nothing was changed. Try again with fewer at a time.',
    ],
    ['40P01', 'deadlock detected', 'busy', busy],
    ['55P03', 'canceling statement due to lock timeout', 'busy', busy],
    ['40001', 'could not serialize access due to concurrent update', 'busy', busy],
  ])('%s, in words for users', (code, message, reason, words) => {
    expect(refused(code, message)).toMatchObject({ reason, message: words })
  })

  test('tells an expired session from a missing permission by the status', () => {
    const denied = { code: '42501', message: 'permission denied for table companies' }
    expect(refusalOf(denied, 403)).toMatchObject({
      reason: 'forbidden',
      message: 'Your role does not allow this.',
    })
    for (const error of [denied, { code: 'PGRST303', message: 'JWT expired' }, { message: 'No API key' }]) {
      expect(refusalOf(error, 401)).toMatchObject({
        reason: 'signed-out',
        status: 401,
        message: 'Your session has ended. Sign in again.',
      })
    }
  })

  test('says that a record with a malformed id was not found', () => {
    expect(refused('22P02', 'invalid input syntax for type uuid: "17"')).toMatchObject({
      reason: 'gone',
      message: 'Record not found.',
    })
    expect(refused('22P02', 'invalid input syntax for type integer: "x"')).toMatchObject({
      reason: 'invalid',
    })
  })

  test('keeps messages that the schema wrote for users', () => {
    const detail = JSON.stringify({ kind: 'ring_groups', id: 'x', column: 'extension' })
    expect(refused('23505', '1001 is already taken by the ring group Sales.', detail)).toMatchObject({
      message: '1001 is already taken by the ring group Sales.',
      column: 'extension',
    })
  })

  test.each([
    [
      '23505',
      'duplicate key value violates unique constraint "devices_mac_key"',
      'Key (mac)=(AA:BB:CC:00:11:22) already exists.',
      { message: 'AA:BB:CC:00:11:22 is already taken.', column: 'mac' },
    ],
    [
      '23505',
      'duplicate key value violates unique constraint "x"',
      'Key (tenant_id, lower(name))=(6f, sales) already exists.',
      { message: 'sales is already taken.', column: 'name' },
    ],
    [
      '23514',
      'new row for relation "extensions" violates check constraint "extensions_extension_check"',
      'Failing row contains (secret).',
      { message: 'This value is not allowed here.', column: 'extension' },
    ],
    [
      '23514',
      'new row for relation "call_block_rules" violates check constraint "call_block_rules_not_emergency_number"',
      null,
      { message: 'Emergency numbers cannot be blocked.', column: 'number' },
    ],
    [
      '23502',
      'null value in column "name" of relation "x" violates not-null constraint',
      null,
      { message: 'Fill in this field.', column: 'name' },
    ],
    [
      '42501',
      'new row violates row-level security policy for table "extensions"',
      null,
      { message: 'Your role does not allow this.' },
    ],
    [
      '23503',
      'update or delete on table "extensions" violates foreign key constraint "x_fkey" on table "y"',
      null,
      { message: 'This record is in use and cannot be deleted.', reason: 'in-use' },
    ],
  ])("replaces PostgreSQL's own message %s: %s", (code, message, details, expected) => {
    const refusal = refused(code, message, details)
    expect(refusal).toMatchObject(expected)
    expect(refusal?.message).not.toContain('constraint')
  })

  test.each(['XX000', 'PGRST301', undefined])('is not a refusal for %s', (code) => {
    expect(refusalOf({ code, message: 'boom' }, 500)).toBeUndefined()
  })

  test('is recognized by the message alone if there is nothing else', () => {
    const native = 'new row for relation "devices" violates check constraint "devices_mac_check"'
    expect(refusalOfMessage(native)).toMatchObject({ column: 'mac' })
    expect(refusalOfMessage('The row is missing number.').message).toBe('The row is missing number.')
  })
})

describe('a port order’s letter that Storage refuses, as explained to the user', () => {
  const NO_ANSWER = 'The server cannot be reached. Check your connection and try again.'
  const refusing = (error: object) => {
    const answer = async () => ({ data: null, error })
    return { storage: { from: () => ({ upload: answer, createSignedUrl: answer }) } } as unknown as Supabase
  }

  test.each([
    ['new row violates row-level security policy', 400, 'Your role does not allow this.'],
    ['There is no room left.', 507, 'The server has no room left for this file. Try again later.'],
    ['The object exceeded the maximum allowed size', 400, 'The file is larger than 10 MB.'],
    ['Bucket not found', 400, 'The file could not be stored. Try again.'],
    ['Failed to fetch', undefined, NO_ANSWER],
  ])('is not stored: %s', async (message, status, told) => {
    const stored = storeLetter(refusing({ message, status }), 'order', new File(['%PDF'], 'letter.pdf'))
    await expect(stored).rejects.toThrow(new RequestFailure(told, status ?? 0))
  })

  test.each([
    [{ message: 'Object not found', status: 400, statusCode: '404' }, 'The file is missing from storage.'],
    [{ message: 'The server is busy.', status: 503, statusCode: '503' }, 'The server is busy.'],
    [{ message: 'Failed to fetch' }, NO_ANSWER],
  ])('is not opened: $message', async (error, told) => {
    const letter = { path: 'order/letter.pdf', name: 'letter.pdf' } as PortLetter
    await expect(letterAddress(refusing(error), letter)).rejects.toThrow(told)
  })
})

describe('the data of a response', () => {
  test('is thrown as a refusal when it was refused', () => {
    const answer = { data: null, error: { code: 'TR409', message: 'x' }, status: 400 }
    expect(() => dataOf(answer)).toThrow(Refusal)
    expect(console.error).not.toHaveBeenCalled()
  })

  test("otherwise fails with the database's message for the log", () => {
    const answer = { data: null, error: { code: 'XX000', message: 'internal' }, status: 500 }
    expect(() => dataOf(answer)).toThrow(RequestFailure)
    expect(() => dataOf(answer)).toThrow('Something went wrong.')
    expect(console.error).toHaveBeenCalled()
  })
})
