export const fileClass =
  'w-full min-w-0 text-sm text-ink-2 file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:text-sm file:font-bold file:text-ink hover:file:bg-hover touch:file:min-h-11'
