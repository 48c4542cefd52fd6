"""Pure combat rules: values in, values out; dice and people are asked for, never called."""
