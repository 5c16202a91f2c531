import { type FormEvent, useState } from 'react'
import { Moment } from '@/components/common/moment'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { addNote, type OpportunityNote } from '@/lib/sales/opportunity'
import { getSupabase } from '@/lib/supabase/browser-client'

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
        <p className="px-4 py-3 text-sm text-text-muted">Nothing has been noted yet.</p>
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
  const refresh = useRefreshRecords()
  const [note, setNote] = useState(() => ({ id: crypto.randomUUID(), body: '' }))
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const draft = useDraft(
    `note ${opportunityId}`,
    null,
    note.body === '' ? {} : { body: note.body },
    ({ body = '' }) => setNote({ ...note, body }),
  )

  async function add(event: FormEvent) {
    event.preventDefault()
    if (saving || !note.body.trim()) return
    setSaving(true)
    setFailure(undefined)
    try {
      await addNote(await getSupabase(), {
        id: note.id,
        opportunity_id: opportunityId,
        body: note.body.trim(),
      })
      setNote({ id: crypto.randomUUID(), body: '' })
      draft.forget()
      await refresh()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSaving(false)
    }
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
      <Button type="submit" size="sm" loading={saving} disabled={!note.body.trim()}>
        Add the note
      </Button>
    </form>
  )
}
