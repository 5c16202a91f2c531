import type { ComponentType } from 'react'
import { codeAhead } from '@/lib/code-ahead'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** What a page asks first, and how it is answered. */
export interface Question {
  key: Key
  load: (supabase: Supabase) => Promise<unknown>
}

/**
 * The questions of a page that is opened without a query in its address, so that they can be asked before it is. `tenantId`: whose
 * page it is; `known`: what was answered before.
 */
export type Ahead = (
  tenantId: string | null,
  known: <Data>(key: Key) => Data | undefined,
) => readonly Question[]

/** A page's content, which may say what it asks first. */
export type Content = ComponentType & { ahead?: Ahead }

/** The content behind `dynamic`, or the content itself. Rejects when its code cannot be fetched. */
export async function loadedContent(content: Content): Promise<Content> {
  return (await codeAhead(content))?.default ?? content
}
