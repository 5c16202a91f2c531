import { fileTypeFromBuffer } from 'file-type'
import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { isLetterPath, LETTER_KINDS, letterEnding, PORT_LETTERS_BUCKET } from '@/lib/numbers/port-letters'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { PORT_LETTERS } from '@/lib/supabase/constraints'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({
  order: z.guid(),
  path: z.string().max(100),
  name: z.string().trim().min(1).max(PORT_LETTERS.name.maxLength),
})

/**
 * POST /api/numbers/letters {order, path, name}: makes a file uploaded to Storage the letter of authorization of a port order. A
 * file whose content does not match its extension is deleted and answered with 422. Allowed for users who may change the order, as
 * enforced by the upload policy.
 */
export default apiHandler(
  { methods: ['POST'], section: ['sales', 'numbers'], action: 'view', body, maxBytes: 1024 },
  async ({ body: { order, path, name }, supabase, userId }) => {
    if (!isLetterPath(path, order)) throw new ApiFailure(400, 'This file does not belong to the order.')
    const admin = requireAdminClient('Letters cannot be stored')
    const { data: mayChange } = await supabase.rpc('may_change_letter', { path }).throwOnError()
    if (!mayChange) throw new ApiFailure(404, 'Port order not found.')
    const bucket = admin.storage.from(PORT_LETTERS_BUCKET)
    // Uses the caller's rights: a file the caller may not see is not inspected.
    const { data: file } = await supabase.storage.from(PORT_LETTERS_BUCKET).download(path)
    if (!file) throw new ApiFailure(404, 'File not found. Upload it again.')
    const bytes = await file.bytes()
    const found = await fileTypeFromBuffer(bytes)
    const expected = LETTER_KINDS[letterEnding(path) ?? '']
    if (found?.mime !== expected) {
      await bucket.remove([path])
      const kind = found ? `This is a ${found.ext.toUpperCase()} file` : 'This is not a PDF, PNG or JPEG file'
      throw new ApiFailure(422, `${kind}. Choose a PDF, PNG or JPEG file.`)
    }
    await admin
      .rpc('store_port_letter', { port_order: order, path, name, size_bytes: bytes.length, sender: userId })
      .throwOnError()
    return { name }
  },
)
