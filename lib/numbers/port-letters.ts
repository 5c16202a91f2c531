import { RequestFailure } from '../errors'
import { postJson } from '../fetcher'
import { tooLargeText } from '../recordings/format'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { PORT_LETTERS } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import { openFailure, storeFailure } from '../supabase/storage-failure'
import { isStoredPath } from '../supabase/stored-path'

export const PORT_LETTERS_BUCKET = 'port-letters'
/** POST {order, path, name}: checks the type of an uploaded file and makes it the order's letter. */
const LETTERS_API = '/api/numbers/letters'
/** Lifetime of a letter's URL, in seconds. */
const ADDRESS_LIFETIME_S = 60

/** Letter types by file extension; carriers accept these. */
export const LETTER_KINDS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export type PortLetter = Tables<'port_letters'>

/** The extension under which a file of this name is stored; undefined for an unsupported type. */
export function letterEnding(fileName: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  const known = ending === 'jpeg' ? 'jpg' : ending
  return known && known in LETTER_KINDS ? known : undefined
}

/** Whether a path is one under which `storeLetter` stores this order's letter. */
export const isLetterPath = (path: string, order: string): boolean =>
  isStoredPath(path, order, Object.keys(LETTER_KINDS))

/** An order's letter of authorization; null if it has none. Throws Refusal. */
export async function loadLetter(supabase: Supabase, order: string): Promise<PortLetter | null> {
  return dataOf(await supabase.from('port_letters').select('*').eq('port_order_id', order).maybeSingle())
}

/** Why a file cannot be a letter, as a sentence; undefined if it can. */
export function letterProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!letterEnding(name)) return 'Choose a PDF, PNG or JPEG file.'
  return size > PORT_LETTERS.size_bytes.max ? tooLargeText(PORT_LETTERS.size_bytes.max) : undefined
}

/** Uploads a file as the order's letter and replaces the previous one. RequestFailure messages are for the user. */
export async function storeLetter(supabase: Supabase, order: string, file: File): Promise<void> {
  const problem = letterProblem(file)
  if (problem) throw new RequestFailure(problem, 415)
  const ending = String(letterEnding(file.name))
  const path = `${order}/${crypto.randomUUID()}.${ending}`
  const bucket = supabase.storage.from(PORT_LETTERS_BUCKET)
  const { error } = await bucket.upload(path, file, { contentType: LETTER_KINDS[ending] })
  if (error) throw storeFailure(error, PORT_LETTERS.size_bytes.max)
  await postJson(LETTERS_API, {
    order,
    path,
    name: file.name.slice(-PORT_LETTERS.name.maxLength).toWellFormed(),
  })
}

/** A URL of the letter, valid for a minute. */
export async function letterAddress(supabase: Supabase, { path }: PortLetter): Promise<string> {
  const bucket = supabase.storage.from(PORT_LETTERS_BUCKET)
  const { data, error } = await bucket.createSignedUrl(path, ADDRESS_LIFETIME_S)
  if (error) throw openFailure(error)
  return data.signedUrl
}
