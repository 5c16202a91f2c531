import { describe, expect, test } from 'vitest'
import { become, failure, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'
import { ADMIN, TECH } from '../support/people'

describe('a secret', () => {
  const REVEAL = "select public.reveal_secret($2, 'extensions', $1, 'sip_password') as value"

  test('is generated strong with every extension, and revealed only to who may, on the record', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await client.query('update auth.users set last_sign_in_at = now()')
      await become(client, TECH)
      expect(await failure(client, REVEAL, [extension.id, extension.tenant_id])).toBe('42501')
      expect(await failure(client, 'select * from public.secrets')).toBe('42501')
      await become(client, ADMIN)
      const { value } = (await client.query(REVEAL, [extension.id, extension.tenant_id])).rows[0]
      expect(value).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d])\S{20,}$/)
      const { rows } = await client.query(
        "select actor, action, changes from public.audit_log where record_id = $1 and action = 'reveal'",
        [extension.id],
      )
      expect(rows).toEqual([{ actor: ADMIN, action: 'reveal', changes: { sip_password: [] } }])
    })
  })

  test('is revealed only to who has typed their password within ten minutes', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await client.query("update auth.users set last_sign_in_at = now() - interval '11 minutes'")
      await become(client, ADMIN)
      expect(await failure(client, REVEAL, [extension.id, extension.tenant_id])).toBe('TR401')
    })
  })

  test.each(['1234', '98765', '0000', '12a4', '123', '12345678901', '8901', '7890123'])(
    'refuses the PIN %s',
    async (pin) => {
      const extension = await insertRow('extensions', await FACTORIES.extensions())
      await rolledBack(async (client) => {
        await become(client, TECH)
        const set = "select public.set_secret($3, 'extensions', $1, 'voicemail_pin', $2)"
        expect(await failure(client, set, [extension.id, pin, extension.tenant_id])).toBe('23514')
        expect(await failure(client, set, [extension.id, '7306', extension.tenant_id])).toBeUndefined()
      })
    },
  )

  test('leaves the trail without itself', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, TECH)
      await client.query("select public.set_secret($2, 'extensions', $1, 'voicemail_pin', '7306')", [
        extension.id,
        extension.tenant_id,
      ])
      const { rows } = await client.query(
        'select changes::text as changes from public.audit_log where record_id = $1',
        [extension.id],
      )
      expect(rows.map((row) => row.changes).join()).toContain('voicemail_pin')
      expect(rows.map((row) => row.changes).join()).not.toContain('7306')
    })
  })
})
