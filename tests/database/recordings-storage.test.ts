import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { insertTenant } from '../support/factories/companies'
import { newId } from '../support/factories/row'

let callers: Record<Role, Caller>
let tenantId: string
beforeAll(async () => {
  callers = await callersByRole()
  tenantId = (await insertTenant('Stored')).tenant.id
})

const bytes = new Uint8Array(2000)
const bucket = (role: Role) => callers[role].client.storage.from('recordings')
const newPath = (tenant = tenantId) => `${tenant}/${newId()}.wav`
const upload = (role: Role, path: string, contentType = 'audio/wav', body = bytes) =>
  bucket(role).upload(path, body, { contentType })

describe('the audio files of recordings', () => {
  test.each(['tech', 'admin', 'superadmin'] as const)(
    'can be stored and read by a %s, and removed by nobody',
    async (role) => {
      const path = newPath()
      expect((await upload(role, path)).error).toBeNull()
      expect((await (await bucket(role).download(path)).data?.bytes())?.length).toBe(2000)
      expect((await bucket(role).createSignedUrl(path, 60)).error).toBeNull()
      expect((await bucket(role).remove([path])).data).toEqual([])
    },
  )

  test.each(['anon', 'disabled', 'nomember'] as const)('are inaccessible to %s', async (role) => {
    const path = newPath()
    await upload('tech', path)
    expect((await upload(role, newPath())).error).not.toBeNull()
    expect((await bucket(role).download(path)).error).not.toBeNull()
    expect((await bucket(role).createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await bucket('tech').download(path)).error).toBeNull()
  })

  test('are stored under their tenant with a random name, and nowhere else', async () => {
    for (const path of [
      newPath(newId()),
      `${newId()}.wav`,
      `${tenantId}/welcome.wav`,
      `${tenantId}/deep/${newId()}.wav`,
      `${tenantId}/${newId()}.html`,
    ]) {
      expect((await upload('superadmin', path)).error).toMatchObject({ statusCode: '403' })
    }
  })

  test('must be audio of at most 10 MB', async () => {
    const page = await upload('tech', newPath(), 'text/html')
    expect(page.error).toMatchObject({ statusCode: '415' })
    const large = await upload('tech', newPath(), 'audio/wav', new Uint8Array(10 * 1024 * 1024 + 1))
    expect(large.error).toMatchObject({ statusCode: '413' })
  })

  test('cannot be overwritten after the check', async () => {
    const path = newPath()
    await upload('tech', path)
    const update = await bucket('superadmin').update(path, 'other', { contentType: 'audio/wav' })
    expect(update.error).not.toBeNull()
    const upsert = await bucket('superadmin').upload(path, 'other', {
      contentType: 'audio/wav',
      upsert: true,
    })
    expect(upsert.error).not.toBeNull()
    expect((await (await bucket('tech').download(path)).data?.bytes())?.length).toBe(2000)
  })
})
