import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '@/lib/when-idle'

/**
 * Tells screen readers which page was opened: its heading and, on a tenant's pages, the page's name. Next.js would announce the
 * title, which is the product's name on every page (specification section 2.2).
 */
export function PageAnnouncer() {
  const path = useRouter().asPath.split(/[?#]/, 1)[0]
  const announced = useRef(path)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (announced.current === path) return
    announced.current = path
    return whenIdle(() => {
      const named = document.querySelectorAll('main h1, main nav [aria-current="page"]')
      setWords([...named].map((element) => element.textContent).join(', '))
    })
  }, [path])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
