import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { PageHeader } from '@/components/ui/page-header'
import { failureMessage } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'
import { MOST_CHECKED, type Portability } from '@/lib/numbers/number-facts'
import { readNumberLines } from '@/lib/numbers/number-lines'
import { NumberInput } from './number-input'
import { PortResults } from './port-results'

const MOST = 1000

/** Whether numbers can be ported here; what can be done with those that can. */
export function PortAvailability() {
  const [input, setInput] = useState({ text: '', fromFile: false })
  const [checked, setChecked] = useState<readonly Portability[] | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const read = readNumberLines(input.text, { heading: input.fromFile })

  async function check() {
    setWorking(true)
    setFailure(null)
    setRound(round + 1)
    const found: Portability[] = []
    try {
      for (let from = 0; from < read.numbers.length; from += MOST_CHECKED) {
        const numbers = read.numbers.slice(from, from + MOST_CHECKED)
        found.push(...(await postJson<Portability[]>('/api/sales/port-availability', { numbers })))
        setChecked([...found])
      }
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <>
      <PageHeader
        title="Port availability"
        description="Which numbers can be brought here from other carriers."
      />
      <NumberInput
        text={input.text}
        onChange={(text, fromFile) => setInput({ text, fromFile })}
        read={read}
        most={MOST}
        verb="Check"
        working={working}
        onSubmit={check}
        onProblem={setFailure}
      />
      {failure ? (
        <Alert tone="danger" className="mb-4 max-w-4xl">
          {failure}
        </Alert>
      ) : null}
      {checked ? <PortResults key={round} checked={checked} working={working} /> : null}
    </>
  )
}
