import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { PageHeader } from '@/components/ui/page-header'
import { failureMessage } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'
import { MOST_LOOKED_UP, type NumberFacts } from '@/lib/numbers/number-facts'
import { readNumberLines } from '@/lib/numbers/number-lines'
import { LookupCard } from './lookup-card'
import { LookupTable } from './lookup-table'
import { NumberInput } from './number-input'

/** What is known of one number or up to a hundred. */
export function NumberLookup() {
  const [input, setInput] = useState({ text: '', fromFile: false })
  const [facts, setFacts] = useState<readonly NumberFacts[] | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const read = readNumberLines(input.text, { heading: input.fromFile })

  async function lookUp() {
    setWorking(true)
    setFailure(null)
    try {
      setFacts(await postJson<NumberFacts[]>('/api/sales/number-lookup', { numbers: read.numbers }))
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  const [only] = facts ?? []
  return (
    <>
      <PageHeader
        title="Number look-up"
        description="Carrier, place and line type of a number, and whose it is here."
      />
      <NumberInput
        text={input.text}
        onChange={(text, fromFile) => setInput({ text, fromFile })}
        read={read}
        most={MOST_LOOKED_UP}
        verb="Look up"
        working={working}
        onSubmit={lookUp}
        onProblem={setFailure}
      />
      {failure ? (
        <Alert tone="danger" className="mb-4 max-w-4xl">
          {failure}
        </Alert>
      ) : null}
      <p role="status" className="sr-only">
        {facts && !working ? `${facts.length} looked up` : ''}
      </p>
      {facts && facts.length > 1 ? <LookupTable facts={facts} loading={working} /> : null}
      {facts?.length === 1 && only ? <LookupCard facts={only} /> : null}
    </>
  )
}
