import { type FormEvent, useState } from 'react'
import { Moment } from '@/components/common/moment'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useAttempt } from '@/hooks/use-attempt'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { addNote, type OpportunityNote } from '@/lib/sales/opportunity'

/** What people wrote down about an opportunity, the newest first. */
export function NotesCard({
  opportunityId,
  notes,
  mayAdd,
}: {
  opportunityId: string
  notes: readonly OpportunityNote[]
  mayAdd: boolean
}) {
  return (
    <Card title="Notes" flush>
      {mayAdd ? <NewNote opportunityId={opportunityId} /> : null}
      {notes.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">No notes yet.</p>
      ) : (
        <ol className="divide-y divide-border">
          {notes.map(({ id, body, author_name, created_at }) => (
            <li key={id} className="px-4 py-2.5 text-sm">
              <p className="break-words whitespace-pre-line">{body}</p>
              <p className="text-text-muted">
                {author_name ? `${author_name} · ` : null}
                <Moment at={created_at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function NewNote({ opportunityId }: { opportunityId: string }) {
  const write = useWrite()
  const [note, setNote] = useState(() => ({ id: crypto.randomUUID(), body: '' }))
  const { attempt, working, failure } = useAttempt()
  const draft = useDraft(
    `note ${opportunityId}`,
    null,
    note.body === '' ? {} : { body: note.body },
    ({ body = '' }) => setNote({ ...note, body }),
  )

  function add(event: FormEvent) {
    event.preventDefault()
    const body = note.body.trim()
    if (!body) return
    void attempt(() =>
      write(async (supabase) => {
        await addNote(supabase, { id: note.id, opportunity_id: opportunityId, body })
        setNote({ id: crypto.randomUUID(), body: '' })
        draft.forget()
      }),
    )
  }

  return (
    <form onSubmit={add} className="flex flex-col items-start gap-2 border-b border-border p-4">
      <DraftNotice {...draft} />
      <FormRow label="New note" labelHidden error={failure} className="w-full">
        <Textarea
          rows={2}
          maxLength={4000}
          placeholder="Write a note"
          value={note.body}
          onChange={(event) => setNote({ ...note, body: event.target.value })}
        />
      </FormRow>
      <Button type="submit" size="sm" loading={working} disabled={!note.body.trim()}>
        Add note
      </Button>
    </form>
  )
}
