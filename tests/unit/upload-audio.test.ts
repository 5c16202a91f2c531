import { StorageApiError, type SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { uploadAudio } from '@/lib/cdr/store-recording'
import type { Database } from '@/lib/supabase/database.types'

const storing = (error: Error | null) =>
  uploadAudio(
    { storage: { from: () => ({ upload: async () => ({ error }) }) } } as unknown as SupabaseClient<Database>,
    'voicemail',
    'tenant/message.wav',
    new Uint8Array(1),
    'audio/wav',
  )

test('audio that Storage finds too large is refused for good, and any other failure is tried again', async () => {
  const tooLarge = new StorageApiError('The object exceeded the maximum allowed size', 400, '413')
  await expect(storing(tooLarge)).rejects.toMatchObject({
    name: 'Unusable',
    message: 'The audio is larger than the file size limit of Storage.',
  })
  const down = new StorageApiError('The server is busy.', 503, 'DatabaseTimeout')
  await expect(storing(down)).rejects.toBe(down)
  await expect(storing(null)).resolves.toBeUndefined()
})
