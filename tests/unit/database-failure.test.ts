import { expect, test } from 'vitest'
import { ApiFailure, databaseFailure, isDatabaseError } from '@/lib/api/failure'
import { refusalOf } from '@/lib/supabase/refusal'

const native = 'duplicate key value violates unique constraint "members_email_key"'

test.each([
  ['TR401', 'Enter your password again.', 403],
  ['TR404', 'There is nothing to undo.', 404],
  ['TR409', 'Someone else has saved it.', 409],
  ['TR410', 'This record has been deleted.', 404],
  ['TR412', 'The total has changed.', 409],
  ['TR422', 'An earlier attempt has already created it.', 409],
  ['TR429', 'Three emails have gone to this address.', 429],
  ['23001', 'It is in use.', 409],
  ['23502', 'null value in column "name" of relation "members" violates not-null constraint', 409],
  ['23503', 'Unknown role: night.', 409],
  ['23505', native, 409],
  ['23514', 'All 15 seats are used.', 409],
  ['42501', 'permission denied for table members', 403],
  ['22P02', 'invalid input syntax for type uuid: "17"', 404],
  ['22003', 'integer out of range', 409],
  ['P0001', 'Choose another name.', 409],
  ['57014', 'canceling statement due to statement timeout', 503],
  ['40P01', 'deadlock detected', 503],
  ['55P03', 'canceling statement due to lock timeout', 503],
  ['40001', 'could not serialize access due to concurrent update', 503],
  ['PGRST003', 'Timed out acquiring connection from connection pool.', 503],
  ['25006', 'cannot execute INSERT in a read-only transaction', 507],
  ['53100', 'could not extend file', 507],
])('%s is answered by a route in the words that a page shows for it', (code, message, status) => {
  const error = { code, message, details: null }
  const failure = databaseFailure(error)
  expect(failure).toBeInstanceOf(ApiFailure)
  expect(failure).toMatchObject({ status, code, message: refusalOf(error, 400)?.message })
})

test('an access token that is invalid or has expired ends the session', () => {
  for (const code of ['PGRST301', 'PGRST302', 'PGRST303']) {
    expect(databaseFailure({ code, message: 'JWT expired' })).toMatchObject({
      status: 401,
      message: 'Your session has ended. Sign in again.',
    })
  }
})

test('what the caller can do nothing about stays an error for the log', () => {
  const failure = databaseFailure({ code: 'XX000', message: 'internal' })
  expect(failure).not.toBeInstanceOf(ApiFailure)
  expect(failure.message).toBe('internal')
})

test('the error in an answer of supabase-js counts as one of the database, as a thrown one does', () => {
  const answered = { code: 'PGRST003', message: 'x', details: null, hint: null }
  expect(isDatabaseError(answered)).toBe(true)
  expect(isDatabaseError(Object.assign(new Error('x'), answered))).toBe(true)
  for (const other of [new Error('x'), { code: 'ENOSPC', message: 'x' }, { message: 'x' }, null, 'x']) {
    expect(isDatabaseError(other)).toBe(false)
  }
})
