import { type FormEvent, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { NEWEST, ShowOlder } from '@/components/common/show-older'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DraftNotice } from '@/components/ui/draft-notice'
import { announced } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useNotes } from '@/hooks/use-notes'
import { useSubmit } from '@/hooks/use-submit'
import { useWrite } from '@/hooks/use-write'
import { addNote } from '@/lib/notes/notes'
import type { Subject } from '@/lib/notes/subject'
import { NOTES } from '@/lib/supabase/constraints'

/** Notes about a customer, an opportunity or a tenant, newest first. */
export function NotesCard({ subject, mayAdd }: { subject: Subject; mayAdd: boolean }) {
  return (
    <Card title="Notes" flush>
      {mayAdd ? <NewNote key={subject.id} subject={subject} /> : null}
      <NoteList key={`list ${subject.id}`} subject={subject} />
    </Card>
  )
}

function NoteList({ subject }: { subject: Subject }) {
  const [shown, setShown] = useState(NEWEST)
  const query = useNotes(subject, shown)
  return (
    <Loaded
      query={query}
      title="The notes could not be loaded"
      pending={<Skeleton className="mx-4 my-3 h-5" />}
      empty={<p className="px-4 py-3 text-sm text-text-muted">No notes yet.</p>}
    >
      {(notes) => (
        <>
          <ol className="divide-y divide-border">
            {notes.slice(0, shown).map(({ id, body, author_name, created_at, subject_id, subject_name }) => (
              <li key={id} className="px-4 py-2.5 text-sm">
                <p className="break-words whitespace-pre-line">{body}</p>
                <p className="break-words text-text-muted">
                  {author_name ? `${author_name} · ` : null}
                  <Moment at={created_at} />
                  {subject_id === subject.id || !subject_name ? null : ` · ${subject_name}`}
                </p>
              </li>
            ))}
          </ol>
          <div className="border-t border-border px-4 py-2 empty:hidden">
            <ShowOlder query={query} shown={shown} plural="notes" onShow={setShown} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** The id of the new note field, targeted by a page's "Note" button. */
export const NEW_NOTE = 'new-note'

function NewNote({ subject }: { subject: Subject }) {
  const write = useWrite()
  const [note, setNote] = useState(() => ({ id: crypto.randomUUID(), body: '' }))
  const { attempt, working, failure } = useSubmit()
  const draft = useDraft(
    `note ${subject.id}`,
    null,
    note.body === '' ? {} : note,
    // With the id of its attempts: it may be stored already.
    (typed) => setNote({ ...note, ...typed }),
  )

  function add(event: FormEvent) {
    event.preventDefault()
    const body = note.body.trim()
    if (!body) return
    void attempt(() =>
      write(async (supabase) => {
        await addNote(supabase, subject, { id: note.id, body })
        draft.forget()
        // What was typed since stays.
        setNote((now) => ({
          id: crypto.randomUUID(),
          body: now.body.slice(now.body.startsWith(note.body) ? note.body.length : 0),
        }))
        // The button, now disabled, would lose the focus.
        document.getElementById(NEW_NOTE)?.focus({ preventScroll: true })
      }),
    )
  }

  return (
    <form onSubmit={add} className="flex flex-col items-start gap-2 border-b border-border p-4">
      <DraftNotice {...draft} />
      <FormRow id={NEW_NOTE} label="New note" labelHidden error={announced(failure)} className="w-full">
        <Textarea
          rows={2}
          maxLength={NOTES.body.maxLength}
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
