import { useSuspenseQuery } from '@tanstack/react-query'
import { type Account, readAccount } from '#contract/auth.ts'
import { nothingElse, read } from './api.ts'

/** Options of the read of who is signed in; a stranger gets ApiError 401. */
export const accountRead = () => read(readAccount, nothingElse)

/** Who is signed in. For screens behind the sign-in, whose route has made sure of it. */
export const useAccount = (): Account => useSuspenseQuery(accountRead()).data
