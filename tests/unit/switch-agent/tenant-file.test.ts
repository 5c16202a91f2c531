import { expect, test } from 'vitest'
import { fromFile, type TenantFile, toFile } from '@/lib/switch/agent/tenant-file'
import { snapshotOf } from '../../support/factories/snapshot'
import { anExtension } from '../../support/factories/snapshot-rows'

test('a tenant reads back unchanged from its file', () => {
  const extensions = [anExtension('1001'), anExtension('1002')]
  const state = {
    snapshot: snapshotOf({
      extensions,
      secrets: extensions.map(({ id }) => ({
        owner_table: 'extensions',
        owner_id: id,
        field: 'sip_password',
      })),
    }),
    hashes: new Map(extensions.map(({ id }) => [id, { sip: `hash of ${id}`, voicemail: null }])),
  }
  expect(fromFile(JSON.parse(JSON.stringify(toFile(state))) as TenantFile)).toEqual(state)
})
