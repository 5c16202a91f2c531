import { randomUUID } from 'node:crypto'
import { StorageApiError, type SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { storeFax } from '@/lib/fax/store-fax'
import type { Database } from '@/lib/supabase/database.types'
import { storeObject } from '@/lib/supabase/store-object'
import type { Admitted } from '@/lib/switch/admission'
import { faxFile } from '../support/fax-files'

/** A database with one fax box and no fax, whose Storage answers an upload with this error. */
function answering(error: Error | null) {
  const rows = (table: string) => ({ throwOnError: async () => ({ data: table === 'faxes' ? [] : [{}] }) })
  return {
    from: (table: string) => ({ select: () => ({ match: () => rows(table) }) }),
    storage: { from: () => ({ upload: async () => ({ error }) }) },
  } as unknown as SupabaseClient<Database>
}
const storing = (error: Error | null) =>
  storeObject(answering(error), 'voicemail', 'tenant/message.wav', new Uint8Array(1), 'audio/wav')

const tooLarge = new StorageApiError('The object exceeded the maximum allowed size', 400, '413')
const refused = { status: 422, message: 'The file is larger than the file size limit of Storage.' }

test('a file that Storage finds too large is refused for good, and any other failure is tried again', async () => {
  await expect(storing(tooLarge)).rejects.toMatchObject(refused)
  const down = new StorageApiError('The server is busy.', 503, 'DatabaseTimeout')
  await expect(storing(down)).rejects.toBe(down)
  await expect(storing(null)).resolves.toBeUndefined()
})

test('a fax that Storage finds too large is refused for good, so that the switch does not send it for ever', async () => {
  const [tenant, box, channel] = [randomUUID(), randomUUID(), randomUUID()]
  const admitted = { switch: { id: randomUUID() }, versions: { [tenant]: 1 } } as unknown as Admitted
  const fax = { at: new Date().toISOString(), tenant, box, channel, from: '', station: '', problem: null }
  const tiff = (await faxFile()).toString('base64')
  await expect(storeFax(answering(tooLarge), admitted, { fax, tiff })).rejects.toMatchObject(refused)
})
