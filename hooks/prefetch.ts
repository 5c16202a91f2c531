import type { ComponentType } from 'react'
import { preloadCode } from '@/lib/browser/preload-code'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** A query that a page starts with: its key and fetcher. */
export interface Question {
  key: Key
  load: (supabase: Supabase) => Promise<unknown>
}

/**
 * The first queries of a page opened without a query string, so that they can start early. `tenantId` is the page's tenant; `known`
 * reads cached results.
 */
export type Ahead = (
  tenantId: string | null,
  known: <Data>(key: Key) => Data | undefined,
) => readonly Question[]

/** A page's content, which may declare its first queries. */
export type Content = ComponentType & { ahead?: Ahead }

/** The content behind `dynamic`, or the content itself. Rejects if its code cannot be loaded. */
export async function loadedContent(content: Content): Promise<Content> {
  return (await preloadCode(content))?.default ?? content
}
