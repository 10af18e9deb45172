//! Kernels that benchmarks find by name.

/// Makes an enumeration of kernels by name: members of its own, then all of other lists, then what
/// runs on the processor.
macro_rules! kernels {
    (
        $(#[$meta:meta])*
        pub enum $type:ident: $what:literal
        { $($(#[doc = $line:literal])+ $(#[default $($default:tt)?])? $member:ident = $name:literal,)* }
        lists { $(#[doc = $of_list:literal] $list:ident($of:ty),)* }
        cpu { $(#[doc = $last:literal] $cpu:ident = $cpu_name:literal,)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[doc = $line])+ $(#[default $($default)?])? $member,)*
            $(#[doc = $of_list] $list($of),)*
            $(#[doc = $last] $cpu,)*
        }

        impl $crate::name::Named for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &{
                const OWN: &[$type] = &[$($type::$member),*];
                const CPU: &[$type] = &[$($type::$cpu),*];
                const LEN: usize = OWN.len() + CPU.len() $(+ <$of as $crate::name::Named>::ALL.len())*;
                const LISTED: [Option<$type>; LEN] = {
                    let (mut all, mut at) = ([None; LEN], 0);
                    while at < OWN.len() {
                        all[at] = Some(OWN[at]);
                        at += 1;
                    }
                    $(
                        let list = <$of as $crate::name::Named>::ALL;
                        let mut i = 0;
                        while i < list.len() {
                            all[at] = Some($type::$list(list[i]));
                            (i, at) = (i + 1, at + 1);
                        }
                    )*
                    let mut i = 0;
                    while i < CPU.len() {
                        all[at + i] = Some(CPU[i]);
                        i += 1;
                    }
                    all
                };
                let (mut all, mut at) = ([LISTED[0].unwrap(); LEN], 0);
                while at < LEN {
                    all[at] = LISTED[at].unwrap();
                    at += 1;
                }
                all
            };

            fn name(self) -> &'static str {
                match self {
                    $(Self::$member => $name,)*
                    $(Self::$list(one) => $crate::name::Named::name(one),)*
                    $(Self::$cpu => $cpu_name,)*
                }
            }

            fn about(self) -> &'static str {
                match self {
                    $(Self::$member => concat!($($line),+).trim_ascii(),)*
                    $(Self::$list(one) => $crate::name::Named::about(one),)*
                    $(Self::$cpu => $last.trim_ascii(),)*
                }
            }
        }
    };
}
pub(super) use kernels;
