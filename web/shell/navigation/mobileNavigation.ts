import {
  Briefcase,
  ClipboardList,
  Database,
  Download,
  Gauge,
  History,
  type LucideIcon,
  Scale,
  ScanSearch,
  Server,
  Settings,
  Upload,
} from 'lucide-react'
import { type Destination, home, isActiveOn } from './Navigation.tsx'

export type Priority = 'high' | 'medium'
export type MobileDestination = Destination & { priority?: Priority }

const toDashboard = (label: string, icon: LucideIcon, hash?: string): MobileDestination => ({
  label,
  icon,
  to: '/dashboard',
  ...(hash && { hash }),
})

export const mobileGroups: readonly { title: string; items: readonly MobileDestination[] }[] = [
  { title: 'Quick Actions', items: [home, toDashboard('Dashboard', Gauge)] },
  {
    title: 'Video Workflow',
    items: [
      { label: 'Upload Videos', icon: Upload, to: '/video-processing', priority: 'high' },
      {
        label: 'Analyze Videos',
        icon: ScanSearch,
        to: '/sessions',
        activeOn: ['/cases', '/sessions'],
        priority: 'high',
      },
      { label: 'Video History', icon: History, to: '/videos' },
    ],
  },
  {
    title: 'Case Management',
    items: [
      { label: 'Cases', icon: Briefcase, to: '/cases', priority: 'high' },
      { label: 'Strike Log', icon: Scale, to: '/sessions', search: { to: 'strike-log' }, priority: 'medium' },
      { label: 'Export Center', icon: Download, to: '/sessions', search: { to: 'exports' }, priority: 'medium' },
    ],
  },
  {
    title: 'System Monitoring',
    items: [
      toDashboard('Dashboard', ClipboardList, 'overview'),
      toDashboard('Database', Database, 'database'),
      toDashboard('API Status', Server, 'endpoints'),
      toDashboard('System Settings', Settings, 'pipeline'),
    ],
  },
]

export const versionLabel = 'v2.1'

export const isCurrent = (item: MobileDestination, path: string): boolean =>
  isActiveOn(item, path) ?? ('to' in item && item.hash === undefined && item.search === undefined && item.to === path)
