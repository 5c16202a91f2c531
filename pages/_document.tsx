import { Head, Html, Main, NextScript } from 'next/document'
import { themeScript } from '@/components/ui/theme-script'

export default function Document() {
  return (
    <Html lang="en" suppressHydrationWarning>
      <Head>
        <meta name="color-scheme" content="light dark" />
        {/* Nothing here is for search engines. */}
        <meta name="robots" content="noindex" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  )
}
