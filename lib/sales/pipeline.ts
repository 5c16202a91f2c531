import { type Day, dayAfter } from '../dates/day'
import { spanText } from '../dates/span'
import { SALES_PATH } from '../record-paths'
import { saveRecord } from '../records/record-client'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { KEPT_DAYS } from '../supabase/kept-days'
import type { Stage } from './stages'

/** An opportunity on the board; amounts in US dollars. */
export interface PipelineCard {
  id: string
  name: string
  status: Stage
  amount: number
  close_date: string | null
  probability: number
  version: number
  created_at: string
  company_id: string
  company_name: string | null
  owner_name: string | null
}

/** A stage with the count and sum of its opportunities that are not archived, and the newest of them. */
export interface PipelineColumn {
  stage: Stage
  count: number
  /** Opportunities closed too long ago to be shown on the board. */
  archived: number
  amount: number
  /** Sum of the amounts, each times its probability. */
  weighted: number
  cards: PipelineCard[]
}

/** The table of what a column counts on a day: of the same owner, without what is archived, or only that. */
export function stagePath(
  stage: Stage,
  owner: string | null,
  which: 'shown' | 'archived',
  today: Day,
): string {
  // As in public.pipeline.
  const since = dayAfter(today, -KEPT_DAYS.closed)
  const closed =
    which === 'archived' ? { from: '2000-01-01', until: dayAfter(since, -1) } : { from: since, until: today }
  const query = new URLSearchParams({ view: 'table', status: stage })
  if (owner) query.set('owner_id', owner)
  if (stage === 'won' || stage === 'lost') query.set('closed_at', spanText(closed))
  return `${SALES_PATH}?${query}`
}

/** Most cards a column shows; the table has the rest. */
const CARDS_SHOWN = 50

/** The board as the caller may see it; of one owner if given. */
export async function readPipeline(supabase: Supabase, owner?: string): Promise<PipelineColumn[]> {
  return answerOf<PipelineColumn[]>(await supabase.rpc('pipeline', { shown: CARDS_SHOWN, owner }))
}

export interface Move {
  to: Stage
  /** Required for lost. */
  reason?: string
  /** For a won opportunity: confirms that what was provisioned stays. */
  reopens?: boolean
}

/** Moves an opportunity, if it is still at the version the user saw. Throws Refusal: 'conflict', 'gone', 'invalid'. */
export async function moveOpportunity(
  supabase: Supabase,
  { id, version }: Pick<Tables<'opportunities'>, 'id' | 'version'>,
  { to, reason, reopens }: Move,
): Promise<void> {
  if (reopens) {
    const asked = { opportunity: id, expected_version: version, to_stage: to, reason }
    dataOf(await supabase.rpc('reopen_opportunity', asked))
    return
  }
  const values = { status: to, lost_reason: to === 'lost' ? (reason ?? null) : null }
  const save = { id, tenantId: null, expectedVersion: version, values }
  await saveRecord(supabase, { table: 'opportunities' }, save)
}

/** The card of an opportunity; undefined when it is not on the board. */
export const cardOf = (columns: readonly PipelineColumn[], id: unknown): PipelineCard | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

/** Index at which a card belongs in a column sorted newest first. */
export function placeOf(card: PipelineCard, cards: readonly PipelineCard[]): number {
  const newer = (one: PipelineCard) =>
    one.created_at > card.created_at || (one.created_at === card.created_at && one.id < card.id)
  const place = cards.findIndex((one) => !newer(one))
  return place < 0 ? cards.length : place
}

/**
 * The board with a card moved to its position in another column, at the version that saving the move will create, with updated
 * sums; the same board if the card is not on it.
 */
export function moveCard(columns: readonly PipelineColumn[], id: string, to: Stage): PipelineColumn[] {
  const card = cardOf(columns, id)
  if (!card || card.status === to) return [...columns]
  return columns.map((column) => {
    if (column.stage !== to && column.stage !== card.status) return column
    const sign = column.stage === to ? 1 : -1
    return {
      ...column,
      count: column.count + sign,
      amount: (Math.round(column.amount * 100) + sign * Math.round(card.amount * 100)) / 100,
      cards:
        sign === 1
          ? column.cards.toSpliced(placeOf(card, column.cards), 0, {
              ...card,
              status: to,
              version: card.version + 1,
            })
          : column.cards.filter((one) => one.id !== id),
    }
  })
}
