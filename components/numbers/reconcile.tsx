import Link from 'next/link'
import { useState } from 'react'
import { CallingEncodingField } from '@/components/common/calling-encoding-field'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { PageHeader } from '@/components/ui/page-header'
import { Progress } from '@/components/ui/progress'
import { ToggleChips } from '@/components/ui/toggle-chips'
import { useMember } from '@/hooks/use-member'
import { useTurns } from '@/hooks/use-turns'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { downloadCsv } from '@/lib/browser/download'
import { readCsv } from '@/lib/csv'
import { failureMessage } from '@/lib/errors'
import { formatFigure } from '@/lib/figures'
import type { RejectedLine } from '@/lib/numbers/number-lines'
import {
  type Difference,
  type DifferenceKind,
  DIFFERENCES,
  type OurNumber,
  readCarrierList,
  reconcile,
  unroutedNumbers,
} from '@/lib/numbers/reconcile'
import type { RecordRow } from '@/lib/records/field'
import { allRecords, wholeList } from '@/lib/records/record-list'
import { may } from '@/lib/session/permissions'
import { DIDS } from '@/lib/supabase/constraints'
import { type ChosenText, type Encoding, readTextFile } from '@/lib/text-file'
import { shownNumber } from '@/lib/validation/phone'
import { countOf } from '@/lib/words'
import { RejectedLines } from './rejected-lines'

const NUMBERS = wholeList({ filters: [], sort: { column: 'number' } })

const TONES: Record<DifferenceKind, Tone> = {
  missing_here: 'danger',
  missing_there: 'warning',
  routed_not_held: 'danger',
  status_differs: 'warning',
  carrier_differs: 'info',
}
const KINDS = Object.keys(DIFFERENCES) as DifferenceKind[]
const SHOWN = 500

interface Outcome {
  carrier: string
  file: string
  listed: number
  bad: readonly RejectedLine[]
  differences: readonly Difference[]
  /** Number of assigned numbers without a route. */
  nowhere: number
}

/** A carrier's list, as parsed. */
interface ListFile extends ChosenText {
  chosen: File
}

/** Compares a carrier's list with our numbers and routes; changes nothing. */
export function Reconcile() {
  const read = useWrite(noRefresh)
  const [carrier, setCarrier] = useState('')
  const [file, setFile] = useState<ListFile | null>(null)
  const [working, setWorking] = useState(false)
  const [loaded, setLoaded] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const begin = useTurns()

  async function choose(chosen: File | undefined, as?: Encoding) {
    const isLatest = begin()
    setFailure(null)
    // What is shown, or still compared, is about the file before.
    setOutcome(null)
    setWorking(false)
    if (!as) setFile(null)
    if (!chosen) return
    try {
      const text = await readTextFile(chosen, as)
      if (isLatest()) setFile({ chosen, ...text })
    } catch (error) {
      if (isLatest()) setFailure(failureMessage(error))
    }
  }

  async function compare() {
    if (!file) return
    const isLatest = begin()
    setWorking(true)
    setLoaded(0)
    setFailure(null)
    setOutcome(null)
    try {
      const { numbers, bad } = readCarrierList(await readCsv(file.text))
      if (!isLatest()) return
      if (numbers.length === 0) {
        setFailure('There are no phone numbers in this file.')
        return
      }
      const ours = await read((supabase) =>
        allRecords<OurNumber & RecordRow>(supabase, { table: 'dids', tenantId: null }, NUMBERS, (count) => {
          if (isLatest()) setLoaded(count)
        }),
      )
      if (!isLatest()) return
      setOutcome({
        carrier: carrier.trim(),
        file: file.chosen.name,
        listed: numbers.length,
        bad,
        differences: reconcile(numbers, ours, carrier),
        nowhere: unroutedNumbers(numbers, ours, carrier).length,
      })
    } catch (error) {
      if (isLatest()) setFailure(failureMessage(error))
    } finally {
      if (isLatest()) setWorking(false)
    }
  }

  return (
    <>
      <PageHeader
        title="Reconcile"
        description="Compares a carrier’s list with the numbers here and with what is routed. Nothing is changed."
      />
      <Card className="mb-4 max-w-3xl">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormRow label="Carrier" hint="As entered under Numbers." required>
            <Input
              value={carrier}
              maxLength={DIDS.carrier.maxLength}
              onChange={(event) => setCarrier(event.target.value)}
            />
          </FormRow>
          <FormRow
            label="Carrier’s list"
            hint="A CSV file with a column of numbers and, optionally, one of statuses."
            required
          >
            <Input
              type="file"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          </FormRow>
        </div>
        {file && file.doubtful.length > 0 ? (
          <div className="mt-3">
            <CallingEncodingField
              encoding={file.encoding}
              lines={file.doubtful}
              disabled={working}
              onChange={(encoding) => void choose(file.chosen, encoding)}
            />
          </div>
        ) : null}
        {failure ? (
          <Alert tone="danger" className="mt-3">
            {failure}
          </Alert>
        ) : null}
        {working ? (
          <div className="mt-4">
            <Progress label={`Comparing with the numbers here: ${formatFigure(loaded)} so far`} />
          </div>
        ) : null}
        <Button
          variant="primary"
          className="mt-4"
          loading={working}
          disabled={!file || carrier.trim() === ''}
          onClick={compare}
        >
          Compare
        </Button>
      </Card>
      {outcome ? <Differences key={outcome.file + outcome.carrier} outcome={outcome} /> : null}
    </>
  )
}

function Differences({ outcome: { carrier, listed, bad, differences, nowhere } }: { outcome: Outcome }) {
  const { permissions } = useMember()
  const [kinds, setKinds] = useState<readonly DifferenceKind[]>([])
  const shown = differences.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  const present = KINDS.filter((kind) => differences.some((one) => one.kind === kind))

  async function exportAll() {
    const rows = shown.map(({ number, kind, ours, theirs }) => [number, DIFFERENCES[kind], ours, theirs])
    await downloadCsv('number-differences.csv', ['Number', 'Difference', 'Here', `At ${carrier}`], rows)
  }

  return (
    <section aria-label="Differences" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="numeric text-base">
          {listed === 1 ? 'One number' : `${formatFigure(listed)} numbers`} listed,{' '}
          {countOf(differences.length, 'difference')}
        </p>
        {shown.length > 0 && may(permissions, 'numbers', 'export') ? (
          <Button onClick={exportAll}>Export</Button>
        ) : null}
      </div>
      <RejectedLines bad={bad} />
      {nowhere > 0 ? (
        <Alert role="status">
          {nowhere === 1 ? 'One assigned number leads' : `${formatFigure(nowhere)} assigned numbers lead`}{' '}
          nowhere here.{' '}
          <Link href="/app/numbers?status=assigned&routed=false" className="underline">
            Show all that lead nowhere
          </Link>
        </Alert>
      ) : null}
      {present.length > 1 ? (
        <ToggleChips
          label="Kinds of difference"
          chips={present.map((kind) => ({ value: kind, label: DIFFERENCES[kind] }))}
          value={kinds}
          onChange={setKinds}
        />
      ) : null}
      <DataTable
        label="Differences"
        rows={shown.slice(0, SHOWN)}
        rowKey={({ number, kind }) => `${number} ${kind}`}
        columns={[
          {
            id: 'number',
            header: 'Number',
            phone: 'primary',
            cell: ({ number }) => <span className="numeric">{shownNumber(number)}</span>,
          },
          {
            id: 'kind',
            header: 'Difference',
            phone: 'secondary',
            cell: ({ kind }) => <Badge tone={TONES[kind]}>{DIFFERENCES[kind]}</Badge>,
          },
          { id: 'ours', header: 'Here', cell: ({ ours }) => ours },
          { id: 'theirs', header: `At ${carrier}`, cell: ({ theirs }) => theirs },
        ]}
        empty={
          <EmptyState title="No differences">Both lists agree, and every routed number is held.</EmptyState>
        }
      />
      {shown.length > SHOWN ? (
        <p className="text-sm text-text-muted">
          The first {SHOWN} of {formatFigure(shown.length)}; the export has all.
        </p>
      ) : null}
    </section>
  )
}
